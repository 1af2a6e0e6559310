import { Channel } from "@umbral/contract/notifications/notifications.contract";
import { sql } from "kysely";
import type { Services } from "../../platform/context.ts";

/** So long a message may be due without anybody trying it. */
const OVERDUE_MS = 5 * 60_000;
/** So many that no provider took, to several addresses, and none that it did take, in the last hour: it is not the address. */
const FAILED_AT_LEAST = 3;
const ADDRESSES_AT_LEAST = 2;
/** A message that was tried so often and still waits was not taken either. */
const TRIES_AT_LEAST = 6;

export interface OutboxState {
  waiting: number;
  /** Since when a message is due that nobody tries; null where none is. */
  stuckSince: Date | null;
  /** Does a channel's provider take what it is given? Null where nobody can know: too little left by it lately. */
  takes: (channel: Channel) => boolean | null;
}

interface OfChannel {
  channel: Channel;
  waiting: number;
  due: Date | null;
  failed: number;
  addresses: number;
  sent: number;
}

/** How many messages wait, whether they are tried, and whether each channel's provider takes them: pushes go on where no mail leaves. */
export async function outboxState({ db, clock }: Pick<Services, "db" | "clock">): Promise<OutboxState> {
  const now = clock.now();
  const lately = sql`settled_at > ${now}::timestamptz - interval '1 hour'`;
  const waiting = sql`settled_at is null and expires_at > ${now}`;
  // What was for a moment that is over by now was tried as well. Where another was taken since, what waits is its address's fault.
  const failed = sql`case when settled_at is null
    then ${waiting} and attempts >= ${TRIES_AT_LEAST} and created_at > coalesce(taken.at, '-infinity')
    else ${lately} and (outcome = 'failed' or (outcome = 'expired' and attempts > 0)) end`;
  const { rows } = await sql<OfChannel>`
    with taken as (
      select channels.channel, (
        select settled_at from outbox
        where settled_at > ${now}::timestamptz - interval '1 day' and outbox.channel = channels.channel
          and outcome in ('accepted', 'outbox')
        order by settled_at desc limit 1) as at
      from unnest(${[...Channel.options]}::text[]) as channels (channel)
    )
    select channel, count(*) filter (where ${waiting})::int as waiting,
      min(next_attempt_at) filter (where ${waiting}) as due,
      count(*) filter (where ${failed})::int as failed,
      count(distinct recipient) filter (where ${failed})::int as addresses,
      count(*) filter (where ${lately} and outcome in ('accepted', 'outbox'))::int as sent
    from outbox join taken using (channel) where settled_at is null or ${lately} group by channel`.execute(
    db,
  );
  const [due] = rows.flatMap((row) => row.due ?? []).sort((one, other) => one.getTime() - other.getTime());
  return {
    waiting: rows.reduce((sum, row) => sum + row.waiting, 0),
    stuckSince: due !== undefined && now.getTime() - due.getTime() > OVERDUE_MS ? due : null,
    takes: (channel) => takesIt(rows.find((row) => row.channel === channel)),
  };
}

function takesIt(of: OfChannel | undefined): boolean | null {
  if (of !== undefined && of.sent > 0) {
    return true;
  }
  return of !== undefined && of.failed >= FAILED_AT_LEAST && of.addresses >= ADDRESSES_AT_LEAST
    ? false
    : null;
}
