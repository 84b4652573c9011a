import { createHash } from 'node:crypto'
import { select } from '#core/database/select'
import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import { assertStorageQuota } from '#features/content/files/storage-quota'
import { Page } from './page.entity.ts'
import { PageVersion } from './page-version.entity.ts'
import { parseContent } from './parse-content.ts'

/**
 * Loads the page for an update. If it has changed (412), the rejected content is stored as a version of its author, in a
 * separate operation because this one is rolled back.
 */
export async function loadPageForUpdate(context: Context, id: string, sent: unknown): Promise<Page> {
  try {
    return await context.load(Page, id)
  } catch (error) {
    if (sent === undefined || !(error instanceof Problem) || error.status !== 412) throw error
    const { organizationId, actor } = context
    const content = await parseContent(context, sent).catch((fault: unknown) => {
      // Invalid content is not stored; the conflict is reported first.
      throw fault instanceof Problem && fault.status === 422 ? error : fault
    })
    const json = JSON.stringify(content.document)
    const key = `refused ${id} ${createHash('sha256').update(json).digest('hex')}`
    const kept = await context.prepareOutside(key, (services) =>
      operateAsSystem(services, organizationId, (own) => keep(own, id, content.document, json), actor),
    )
    throw refusedBut(kept)
  }
}

/** Finds the version with this content: the current one, an earlier rejected one of the author, or a new one. */
async function keep(context: Context, pageId: string, content: object, json: string): Promise<string> {
  const { organizationId, actor } = context
  await context.load(Page, pageId)
  const [known] = await context.query<{ id: string }>(
    select`v.id from page_versions v join pages p on p.organization_id = v.organization_id and p.id = v.page_id
        where v.organization_id = ${organizationId} and v.page_id = ${pageId}
          and (v.id = p.content_id or (v.refused and v.author_id = ${actor.id})) and v.content::text = ${json}
        limit 1`,
  )
  if (known) return known.id
  const sizeBytes = Buffer.byteLength(json)
  await assertStorageQuota(context, sizeBytes)
  const author = { authorId: actor.id, authorName: actor.name }
  return context.create(PageVersion, { pageId, ...author, refused: true, content, sizeBytes } as Partial<PageVersion>)
    .id
}

const refusedBut = (id: string) =>
  new Problem(
    412,
    'precondition_failed',
    {
      de: `Die Seite wurde inzwischen geändert. Ihr Text ist als Version ${id} der Seite aufgehoben und lässt sich wiederherstellen.`,
      en: `The page has changed in the meantime. Your text is kept as version ${id} of the page, and can be restored.`,
    },
    undefined,
    { versionId: id },
  )
