export const factQueries = {
  counter: "select last_seq as lastSeq, acknowledged, told from fact_counter",
  takeNumber: "update fact_counter set last_seq = last_seq + 1 returning last_seq as seq",
  insert: "insert into facts (seq, body, jpeg) values (?, ?, ?)",
  /** In order; the reader stops when a batch is full. */
  firstAfter: "select seq, body, jpeg from facts where seq > ? order by seq limit 1",
  deleteUpTo: "delete from facts where seq <= ?",
  setAcknowledged: "update fact_counter set acknowledged = ?",
  setTold: "update fact_counter set told = ?",
  setCounter: "update fact_counter set last_seq = ?, acknowledged = ?, told = ?",
  pictureBytes: "select coalesce(sum(length(jpeg)), 0) as bytes from facts",
  // Two steps, because a number is unique at every moment: out of the way, then to its new place.
  liftNumbers: "update facts set seq = -(seq + ?)",
  dropNumbers: "update facts set seq = -seq where seq < 0",
  countAfter: "select count(*) as count from facts where seq > ?",
} as const;
