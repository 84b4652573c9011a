import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import { select } from '#core/database/select'
import { tooLong } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { formatWarnings } from '#features/content/pages/content-warnings'
import { Page } from '#features/content/pages/page.entity'
import { readVersionContents } from '#features/content/pages/page.reads'
import { exceedsContentLimits } from '#features/content/pages/parse-content'
import { notifyPageChanged, writeContent } from '#features/content/pages/write-content'
import {
  type Author,
  addUpdate,
  DocumentTooComplex,
  lockDocument,
  maxInlineBytes,
  mergeModule,
  type PageKey,
  resetDocument,
} from './live-document.ts'
import type { MergeInput, MergeResult } from './merge-updates.ts'
import { maxBlockingMs, maxReadMs } from './validate-update.ts'

/** How long the typing of one author is one version, and of several at once. */
const versionAlone = 10 * 60_000
const versionTogether = 60_000
const never = new Date(8_640_000_000_000_000)

/** Updates, and bytes of them, before they are compacted. */
const mostUpdates = 50
const mostBytes = 1024 * 1024

interface Update {
  sequence: string
  data: Uint8Array
  authorId: string | null
  stored: boolean
}

type Named = { id: string | null; name: string }

/** The authors of the next versions in order, and the earliest version that may be continued. */
interface Authorship {
  authors: readonly [...Named[], Named]
  since: Date
}

/** What editors are told about their document. */
interface Settled {
  /** What violated the schema, as warnings in REST's form; null if nothing did. */
  unfit: readonly object[] | null
  /** Types of nodes that were removed; the previous version has them. */
  removed: readonly string[]
}

const nothing: Settled = { unfit: null, removed: [] }

/**
 * Saves the document to its page and applies content written by REST. Throws 422 if the page would be too large, 404 without
 * the page (updates are kept either way), and DocumentTooComplex if it could not be read and was reset.
 */
export async function saveDocument(services: Services, key: PageKey): Promise<Settled> {
  const found = await authorshipOf(services, key)
  if (!found) return nothing
  const last = found.authors.at(-1) as Named
  const actor = last.id ? ({ type: 'user', id: last.id, name: last.name } as const) : undefined
  try {
    return await operateAsSystem(services, key.organizationId, (context) => store(context, key.pageId, found), actor)
  } catch (error) {
    if (error instanceof DocumentTooComplex) await resetDocument(services, key)
    throw error
  }
}

async function store(context: Context, pageId: string, { authors, since }: Authorship): Promise<Settled> {
  const { organizationId, transaction } = context
  const page = await context.load(Page, pageId)
  const sequence = await lockDocument(transaction, pageId)
  const [document] = await context.query<{ contentId: string; typed: boolean; settled: string }>(
    select`content_id as "contentId", typed,
          (select coalesce(max(sequence), 0) from live_updates
            where organization_id = ${organizationId} and page_id = ${pageId} and stored) as settled
        from live_documents where organization_id = ${organizationId} and page_id = ${pageId}`,
  )
  // Updates that arrive while a thread merges are saved next time, unless somebody else has saved.
  const upTo = await context.computeOnce(`up to, after ${document?.settled}`, async () => sequence)
  const rows = await context.query<Update>(
    select`sequence, data, stored, author_id as "authorId" from live_updates
        where organization_id = ${organizationId} and page_id = ${pageId} and sequence <= ${upTo} order by sequence`,
  )
  const stored = rows.filter((row) => row.stored)
  const added = rows.filter((row) => !row.stored)
  const isPut = document?.contentId !== page.contentId
  if (!isPut && !added.length) return nothing
  const [put] = isPut ? await readVersionContents(context, [page.contentId]) : []
  const from = `${upTo} ${document?.contentId} ${page.contentId}`
  const mergeOf = (by: string, updates: readonly Update[]) =>
    merge(context, `merge ${pageId} ${from} ${by}`, {
      stored: stored.map(({ data }) => data),
      added: updates.map(({ data }) => data),
      put: put ? (put.content as object) : null,
    })
  // Text of others that theirs depends on is included.
  const earlier = authors.slice(0, -1)
  const until = (index: number) =>
    added.filter(({ authorId }) => earlier.slice(0, index + 1).some(({ id }) => id === authorId))
  const drafts = []
  for (const [index, author] of earlier.entries())
    drafts.push({ author, content: (await mergeOf(String(index), until(index))).content })
  const merged = await mergeOf('all', added)
  if (exceedsContentLimits(merged.content)) throw tooLong('content', 1_000_000)
  let isChanged = false
  // A removal is a version of its own, so that the previous one stays.
  const begunAfter = merged.removed.length ? never : since
  for (const { author, content } of [...drafts, { author: authors.at(-1) as Named, content: merged.content }])
    if (!exceedsContentLimits(content))
      isChanged = (await writeContent(context, page, content, { author, since: begunAfter })) || isChanged
  if (isChanged) context.record('page.updated', page)
  await context.write(
    sql`update live_updates set stored = true
        where organization_id = ${organizationId} and page_id = ${pageId} and sequence <= ${upTo} and not stored`,
  )
  const place = merged.edit ? await lockDocument(transaction, pageId, 1) : upTo
  const bytes = rows.reduce((sum, { data }) => sum + data.length, 0)
  const isCompacted = rows.length >= mostUpdates || (rows.length > 1 && bytes > mostBytes)
  if (isCompacted) {
    await context.write(
      sql`delete from live_updates where organization_id = ${organizationId} and page_id = ${pageId} and sequence <= ${upTo}`,
    )
    await addUpdate(transaction, pageId, { sequence: place, data: merged.state, stored: true })
  } else if (merged.edit) await addUpdate(transaction, pageId, { sequence: place, data: merged.edit, stored: true })
  await context.write(
    sql`update live_documents set content_id = ${page.contentId}, typed = ${added.length > 0 || (document?.typed && !isPut)},
          state_bytes = state_bytes + ${isCompacted ? merged.state.length - bytes : (merged.edit?.length ?? 0)}::int
        where organization_id = ${organizationId} and page_id = ${pageId}`,
  )
  if (merged.edit) notifyPageChanged(context, pageId)
  return { unfit: merged.unfit && formatWarnings(merged.unfit, context.language), removed: merged.removed }
}

async function merge(context: Context, key: string, input: Omit<MergeInput, 'most'>): Promise<MergeResult> {
  const bytes = [...input.stored, ...input.added].reduce((sum, { length }) => sum + length, 0)
  const more = input.put ? JSON.stringify(input.put).length : 0
  const now =
    bytes + more <= maxInlineBytes
      ? (await import('./merge-updates.ts')).mergePageUpdates({ ...input, most: maxBlockingMs })
      : null
  const merged =
    now ??
    (await context.prepareOutside(key, ({ threads }) =>
      // Copied, because otherwise the whole underlying buffer would be sent.
      threads.run(context.taskOwner, mergeModule, 'mergePageUpdates', {
        ...input,
        stored: input.stored.map((data) => new Uint8Array(data)),
        added: input.added.map((data) => new Uint8Array(data)),
        most: maxReadMs,
      }),
    ))
  if (!merged) throw new DocumentTooComplex()
  return merged
}

/**
 * The authors of the next versions: everybody who typed, the last one last. With several authors each gets one version per
 * minute, otherwise they continue theirs. Null if there is nothing to save.
 */
const authorshipOf = ({ database }: Services, { organizationId, pageId }: PageKey) =>
  database.tenant(organizationId, async (transaction): Promise<Authorship | null> => {
    const [[page], rows] = await Promise.all([
      transaction.query<Named & { createdAt: string; isPut: boolean; typed: boolean }>(
        select`v.author_id as id, v.author_name as name, v.created_at as "createdAt", d.content_id <> p.content_id as "isPut", d.typed
            from pages p
            join page_versions v on v.organization_id = p.organization_id and v.id = p.content_id
            join live_documents d on d.organization_id = p.organization_id and d.page_id = p.id
            where p.organization_id = ${organizationId} and p.id = ${pageId}`,
      ),
      transaction.query<Author & { versionAt: string | null }>(
        select`u.author_id as id, u.author_name as name, (
              select max(v.created_at) from page_versions v
              where v.organization_id = ${organizationId} and v.page_id = ${pageId} and v.author_id = u.author_id and not v.refused
            ) as "versionAt"
            from live_updates u
            where u.organization_id = ${organizationId} and u.page_id = ${pageId} and not u.stored
            group by u.author_id, u.author_name order by max(u.sequence)`,
      ),
    ])
    if (!page || (!rows.length && !page.isPut)) return null
    const { id, name } = page
    const last = rows.at(-1)
    // Content written by REST keeps its author.
    if (!last) return { authors: [{ id, name }], since: new Date(0) }
    const since = new Date(Date.now() - (rows.length === 1 ? versionAlone : versionTogether))
    // Content written by REST stays a version of its own.
    if (page.isPut || !page.typed) return { authors: [...rows.slice(0, -1), last], since: never }
    const goesOn = new Date(page.createdAt) >= since ? rows.filter((row) => row.id === id) : []
    const others = rows.filter((row) => row.id !== id && (row.versionAt === null || new Date(row.versionAt) < since))
    const [first = last, ...more] = rows.length === 1 ? rows : [...goesOn, ...others]
    return { authors: [...[first, ...more].slice(0, -1), more.at(-1) ?? first], since }
  })

/** Saves documents of processes that ended early; runs on a schedule. */
export async function saveAbandonedDocuments(services: Services, system: Pool) {
  const rows = await queryAllTenants<PageKey>(
    system,
    (reached) => sql`select "organizationId", "pageId" from (
          select organization_id as "organizationId", page_id as "pageId",
            row_number() over (partition by organization_id order by min(created_at)) as turn
          from live_updates where not stored and created_at < now() - interval '30 seconds' and ${reached('organization_id')}
          group by organization_id, page_id
        ) unsettled order by turn limit 200`,
  )
  for (const key of rows)
    await saveDocument(services, key).catch((error) => services.log.warn({ err: error, page: key.pageId }, 'live page'))
}
