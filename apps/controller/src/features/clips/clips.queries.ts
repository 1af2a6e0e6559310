export const clipQueries = {
  begin: `
    insert into clips (id, camera_id, cause, cause_id, codec, started_at, expires_at) values (?, ?, ?, ?, ?, ?, ?)`,
  keep: "update clips set ended_at = ?, bytes = ? where id = ?",
  forget: "delete from clips where id = ?",
  bytesOf: "select bytes from clips where id = ?",
  unfinished: `
    select id as clipId, camera_id as cameraId, cause, cause_id as causeId, codec, started_at as startedAt
    from clips where ended_at is null order by started_at`,
  /** Kept ones, the oldest first. */
  oldest: "select id as clipId, bytes from clips where ended_at is not null order by ended_at, id limit ?",
  endedBefore: "select id as clipId, bytes from clips where ended_at <= ? order by ended_at, id limit ?",
  expired: "select id as clipId, bytes from clips where ended_at is not null and expires_at <= ? limit ?",
  /** All kept ones, page by page. */
  after: "select id as clipId from clips where ended_at is not null and id > ? order by id limit ?",
  areUnseen: "select only_one from unseen_clips",
  areSeen: "delete from unseen_clips",
  bytes: "select coalesce(sum(bytes), 0) as bytes from clips",
} as const;
