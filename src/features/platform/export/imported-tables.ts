import sql, { type Sql } from 'sql-template-tag'

/** What the values of an import depend on. */
export interface ImportSecrets {
  /** A webhook's secret that nobody knows, encrypted with the key of this installation. */
  sealedSecret: Buffer
  /** Random text, so that what is made of it cannot be guessed. */
  salt: string
}

/**
 * Values that rows get in an import instead of those of the archive, as SQL on a row `r`: what lets somebody in was left out, and
 * nothing is sent that the source may send too.
 */
export const importOverrides = ({
  sealedSecret,
  salt,
}: ImportSecrets): Readonly<Record<string, Readonly<Record<string, Sql>>>> => ({
  // It was taken along because it ends where it was.
  organizations: {
    ends_on: sql`case when r.ended_at is not null then r.ends_on end`,
    ending_due_on: sql`case when r.ended_at is not null then r.ending_due_on end`,
  },
  // No link opens it any more.
  shares: { hash: sql`sha256((r.id::text || ${salt}::text)::bytea)`, revoked: sql`true` },
  webhooks: {
    sealed_secret: sql`${sealedSecret}::bytea`,
    active: sql`false`,
    disabled_reason: sql`null::text`,
    consecutive_failures: sql`0`,
    failing_since: sql`null::timestamptz`,
    previous_secret_until: sql`null::timestamptz`,
    // Events are numbered anew.
    since_sequence: sql`0`,
  },
  // They are drawn again by and by.
  files: { preview: sql`case when r.preview = 'ready' then 'pending' else r.preview end`, preview_tries: sql`0` },
  mails: {
    body_html: sql`''`,
    status: sql`case when r.status = 'queued' then 'failed' else r.status end`,
    error: sql`case when r.status = 'queued' then 'not sent before the organization was moved' else r.error end`,
    collect_key: sql`null::text`,
    send_after: sql`null::timestamptz`,
  },
})

type Row = Readonly<Record<string, unknown>>

/** Rows of an archive that stay behind; `lost` are the ids of synced events, which come back once their calendar is connected again. */
export const isSkippedRow: Readonly<Record<string, (row: Row, lost: Set<unknown>) => boolean>> = {
  calendar_events: ({ id, connection_id }, lost) => connection_id != null && Boolean(lost.add(id)),
  calendar_occurrences: ({ event_id }, lost) => lost.has(event_id),
  calendar_attendees: ({ event_id }, lost) => lost.has(event_id),
  // They count the events of the feed, which begins anew.
  tallies: ({ name }) => String(name).startsWith('events:'),
}
