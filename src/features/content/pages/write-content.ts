import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { assertStorageQuota } from '#features/content/files/storage-quota'
import { findMissingReferences } from './missing-references.ts'
import { Page } from './page.entity.ts'
import type { PageContent } from './page-content.ts'
import { PageVersion } from './page-version.entity.ts'
import { rememberContent } from './resolve-content.ts'

/** The author, and whether the previous version is continued. */
interface Authorship {
  author?: { id: string | null; name: string }
  /**
   * Replaces the current version if it has the same author and was created at or after this time, so that typing does not
   * create a version every few seconds.
   */
  since?: Date
}

/**
 * The only way in which content changes: creates the current version and updates search text and links. The page is new or
 * loaded. Returns false if the content is the same; otherwise the caller records the event.
 */
export async function writeContent(
  context: Context,
  page: Page,
  content: PageContent,
  { author = context.actor, since }: Authorship = {},
): Promise<boolean> {
  const { document, text, links } = content
  const isNew = page.contentId === undefined
  const json = JSON.stringify(document)
  const [current, missing] = await Promise.all([
    isNew ? undefined : compareToCurrent(context, page, json),
    findMissingReferences(context, content),
  ])
  const warnings = [...content.warnings, ...missing.map(({ warning }) => warning)]
  rememberContent(page, { content: document, warnings })
  if (current?.same) return false
  const goesOn =
    current && since && current.authorId === author.id && !!author.id && new Date(current.createdAt) >= since
  const sizeBytes = Buffer.byteLength(json)
  await assertStorageQuota(context, sizeBytes, goesOn ? { page_versions: page.contentId } : {})
  // Before the first statement, so that the page gets only one new version.
  page.text = text
  if (!isNew) context.markFieldChanged(page, 'content')
  if (goesOn)
    await context.write(
      sql`update page_versions set content = ${json}::json, size_bytes = ${sizeBytes}::int, updated_at = now(), version = version + 1
          where organization_id = ${context.organizationId} and id = ${page.contentId}`,
    )
  else {
    page.contentId = randomUUID()
    const { id: authorId, name: authorName } = author
    const version = { id: page.contentId, pageId: page.id, authorId, authorName, content: document, sizeBytes }
    if (isNew) context.transaction.add(page)
    context.create(PageVersion, version)
  }
  if (!isNew)
    await context.write(
      sql`delete from page_links where organization_id = ${context.organizationId} and page_id = ${page.id}
          and target_id <> all(${links}::uuid[])`,
    )
  if (links.length) await linkTo(context, page, links)
  if (!isNew) notifyPageChanged(context, page.id)
  return true
}

/** After the commit, notifies processes that have the page open, or any page of the organization if `id` is empty. */
export const notifyPageChanged = (context: Context, id = '') =>
  context.afterCommit(({ bus }) => bus.publish('page', `${context.organizationId}/${id}`))

/** Existing pages, locked until the links are written. */
async function linkTo(context: Context, page: Page, links: readonly string[]) {
  const { organizationId } = context
  const targets = await context.query<{ id: string }>(
    select`id from pages where organization_id = ${organizationId} and id = any(${links}::uuid[])
        order by id for key share`,
  )
  await context.write(
    sql`insert into page_links (organization_id, page_id, target_id)
        select ${organizationId}, ${page.id}, id from unnest(${targets.map(({ id }) => id)}::uuid[]) as wanted(id)
        on conflict do nothing`,
  )
}

async function compareToCurrent(context: Context, page: Page, json: string) {
  const [row] = await context.query<{ same: boolean; authorId: string | null; createdAt: string }>(
    select`content::text = ${json}::text as same, author_id as "authorId", created_at as "createdAt" from page_versions
        where organization_id = ${context.organizationId} and id = ${page.contentId}`,
  )
  return row
}
