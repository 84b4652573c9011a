import sql, { type Sql } from 'sql-template-tag'

/** New secrets of an import. */
export interface ImportSecrets {
  /** Unknown secret for webhooks, encrypted with this installation's key. */
  sealedSecret: Buffer
  /** Random, so that values derived from it cannot be guessed. */
  salt: string
}

/**
 * SQL on rows `r` that replaces values of the archive: omitted credentials, and the state of messages that the source may still send.
 */
export const importOverrides = ({
  sealedSecret,
  salt,
}: ImportSecrets): Readonly<Record<string, Readonly<Record<string, Sql>>>> => ({
  // It may have been moved because it ends at the source.
  organizations: {
    ends_on: sql`case when r.ended_at is not null then r.ends_on end`,
    ending_due_on: sql`case when r.ended_at is not null then r.ending_due_on end`,
  },
  // Revoked, because the token's hash was not exported.
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
  // Previews are recreated in the background.
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

/** Rows that are not imported. `lost` are the ids of synced events, which return when the calendar is connected again. */
export const isSkippedRow: Readonly<Record<string, (row: Row, lost: Set<unknown>) => boolean>> = {
  calendar_events: ({ id, connection_id }, lost) => connection_id != null && Boolean(lost.add(id)),
  calendar_occurrences: ({ event_id }, lost) => lost.has(event_id),
  calendar_attendees: ({ event_id }, lost) => lost.has(event_id),
  // They count events of the feed, which is not imported.
  tallies: ({ name }) => String(name).startsWith('events:'),
}
