import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'
import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { threadModule } from '#core/threads/threads'
import { fitsStorageQuota } from '#features/content/files/storage-quota'
import { Page } from '#features/content/pages/page.entity'
import { readVersionContents } from '#features/content/pages/page.reads'

export interface PageKey {
  organizationId: string
  pageId: string
}

export interface Author {
  id: string
  name: string
}

/** An update by an author. */
export interface AddedUpdate {
  data: Uint8Array
  author: Author
}

/** The updates after a sequence number, up to `sequence`. */
export interface DocumentChanges {
  updates: Uint8Array[]
  sequence: number
  /** True if the page was changed by REST since the document was saved. */
  isPut: boolean
  /** True if updates are not saved to the page yet. */
  isOpen: boolean
  /** Bytes of the page's content as JSON. */
  contentBytes: number
  /** Bytes of all updates. */
  stateBytes: number
}

export const mergeModule = threadModule<typeof import('./merge-updates.ts')>(import.meta.url, './merge-updates', {
  maxRunMs: 10_000,
})

export const validationModule = threadModule<typeof import('./validate-update.ts')>(
  import.meta.url,
  './validate-update',
  { maxRunMs: 10_000 },
)

/** The stored document takes too long to read; it is reset to the page's content. */
export class DocumentTooComplex extends Error {}

/** Bytes that are merged in the event loop (a few milliseconds); larger documents use a thread. */
export const maxInlineBytes = 20_000

/** 404 if the page does not exist. */
export const ensureDocument = (services: Services, { organizationId, pageId }: PageKey) =>
  operateAsSystem(services, organizationId, async (context) => {
    const page = await context.load(Page, pageId)
    const [known] = await context.query(
      select`page_id from live_documents where organization_id = ${organizationId} and page_id = ${pageId}`,
    )
    if (known) return
    const [version] = await readVersionContents(context, [page.contentId])
    const state = await firstState(context, page, version?.content as object)
    await context.write(
      sql`insert into live_documents (organization_id, page_id, content_id, typed, sequence, state_bytes, updated_at)
          values (${organizationId}, ${pageId}, ${page.contentId}, false, 1, ${state.length}::bigint, now())`,
    )
    await addUpdate(context.transaction, pageId, { sequence: 1, data: state, stored: true })
  })

async function firstState(context: Context, page: Page, content: object): Promise<Uint8Array> {
  if (JSON.stringify(content).length <= maxInlineBytes)
    return (await import('./merge-updates.ts')).createInitialState(content)
  return context.prepareOutside(`document ${page.contentId}`, ({ threads }) =>
    threads.run(context.taskOwner, mergeModule, 'createInitialState', content),
  )
}

const placesOfGeneration = 2 ** 32

/** How often the document was reset; each reset continues at the next multiple of 2^32. */
export const documentGeneration = (sequence: number) => Math.floor(sequence / placesOfGeneration)

/**
 * Resets the document to the page's content. Later updates are lost and open editors must reload, as theirs are just as
 * complex.
 */
export const resetDocument = (services: Services, { organizationId, pageId }: PageKey) =>
  operateAsSystem(services, organizationId, async (context) => {
    const { transaction } = context
    const page = await context.load(Page, pageId)
    const [version] = await readVersionContents(context, [page.contentId])
    const state = await firstState(context, page, version?.content as object)
    const sequence = (documentGeneration(await lockDocument(transaction, pageId, 0)) + 1) * placesOfGeneration
    await context.write(sql`delete from live_updates where organization_id = ${organizationId} and page_id = ${pageId}`)
    await context.write(
      sql`update live_documents set sequence = ${sequence}, content_id = ${page.contentId}, typed = false, state_bytes = ${state.length}::bigint
          where organization_id = ${organizationId} and page_id = ${pageId}`,
    )
    await addUpdate(transaction, pageId, { sequence, data: state, stored: true })
    context.afterCommit(({ bus, log }) => {
      log.warn({ page: pageId }, 'a live page began anew')
      bus.publish('page', `${organizationId}/${pageId}`)
    })
  })

/** Null if the page or document does not exist. */
export const readChanges = ({ database }: Services, { organizationId, pageId }: PageKey, after: number) =>
  database.tenant(organizationId, async (transaction): Promise<DocumentChanges | null> => {
    const [[document], rows] = await Promise.all([
      transaction.query<{ isPut: boolean; isOpen: boolean; contentBytes: number; stateBytes: number }>(
        select`d.content_id <> p.content_id as "isPut", v.size_bytes as "contentBytes", d.state_bytes::int as "stateBytes",
              exists (select from live_updates u
                where u.organization_id = ${organizationId} and u.page_id = ${pageId} and not u.stored) as "isOpen"
            from live_documents d
            join pages p on p.organization_id = d.organization_id and p.id = d.page_id
            join page_versions v on v.organization_id = p.organization_id and v.id = p.content_id
            where d.organization_id = ${organizationId} and d.page_id = ${pageId}`,
      ),
      transaction.query<{ sequence: string; data: Uint8Array }>(
        select`sequence, data from live_updates
            where organization_id = ${organizationId} and page_id = ${pageId} and sequence > ${after} order by sequence`,
      ),
    ])
    if (!document) return null
    const sequence = rows.length ? Number(rows.at(-1)?.sequence) : after
    return { ...document, updates: rows.map(({ data }) => data), sequence }
  })

/** Stores updates in gapless order; returns the sequence numbers before the first and of the last. 404 without the page. */
export const storeUpdates = (
  { database }: Services,
  { organizationId, pageId }: PageKey,
  added: readonly AddedUpdate[],
) =>
  database.tenant(organizationId, async (transaction) => {
    const bytes = added.reduce((sum, { data }) => sum + data.length, 0)
    const last = await lockDocument(transaction, pageId, added.length, bytes)
    const before = last - added.length
    for (const [index, { data, author }] of added.entries())
      await addUpdate(transaction, pageId, { sequence: before + 1 + index, data, author, stored: false })
    return { before, last }
  })

/** True if the organization's storage quota has room for `bytes`. */
export const hasStorageLeft = ({ database, storageQuota }: Services, { organizationId }: PageKey, bytes: number) =>
  database.tenant(organizationId, (transaction) => fitsStorageQuota(transaction, storageQuota, bytes))

/** Locks the document and reserves sequence numbers and bytes; returns the last sequence number. */
export async function lockDocument(transaction: Transaction, pageId: string, places = 0, bytes = 0): Promise<number> {
  const [row] = await transaction.writeReturning<{ sequence: string }>(
    sql`update live_documents set sequence = sequence + ${places}::int, state_bytes = state_bytes + ${bytes}::int, updated_at = now()
        where organization_id = ${transaction.organizationId} and page_id = ${pageId} returning sequence`,
  )
  if (!row) throw notFound()
  return Number(row.sequence)
}

export const addUpdate = (
  transaction: Transaction,
  pageId: string,
  { sequence, data, author, stored }: { sequence: number; data: Uint8Array; author?: Author; stored: boolean },
) =>
  transaction.write(
    sql`insert into live_updates (organization_id, page_id, sequence, data, author_id, author_name, stored, created_at)
        values (${transaction.organizationId}, ${pageId}, ${sequence}, ${Buffer.from(data)}::bytea,
          ${author?.id ?? null}::uuid, ${author?.name ?? null}, ${stored}, now())`,
  )
