import { unknownReference } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { findSelfAndAncestors, lockTree } from '#core/operation/tree'
import { Project } from '#features/work/projects/project.entity'
import { loadPageForUpdate } from './load-page-for-update.ts'
import { Page } from './page.entity.ts'
import type { CreatePageInput, MovePageInput, UpdatePageInput } from './page.inputs.ts'
import { readContents, readVersionContents } from './page.reads.ts'
import { PageVersion } from './page-version.entity.ts'
import { parseContent } from './parse-content.ts'
import { assertPageDepth, findRank, placePage } from './place-page.ts'
import { writeContent } from './write-content.ts'

/** Creates a page, by default last under its parent and in its parent's project, with the content of its template. */
export async function createPage(context: Context, input: CreatePageInput): Promise<Page> {
  const { content, templateId, parentId, position, projectId, ...fields } = input
  const [parent, template] = await Promise.all([
    parentId && context.readReferenced(Page, parentId, 'parentId'),
    templateId && context.readReferenced(Page, templateId, 'templateId'),
    projectId && context.readReferenced(Project, projectId, 'projectId'),
  ])
  if (parentId) assertPageDepth((await findSelfAndAncestors(context, 'pages', parentId)).length + 1)
  const copied = content === undefined && template ? (await readContents(context, [template.id]))[0]?.content : null
  const written = await parseContent(context, content ?? copied)
  const page = context.draft(Page, {
    icon: template ? template.icon : null,
    ...fields,
    parentId,
    projectId: projectId === undefined && parent ? parent.projectId : projectId,
  } as Partial<Page>)
  page.rank = (await findRank(context, { ...page, rank: 0 }, position ?? undefined)) ?? 0
  await writeContent(context, page, written)
  context.record('page.created', page)
  return page
}

export async function updatePage(context: Context, id: string, input: UpdatePageInput): Promise<Page> {
  const { content, parentId, position, ...fields } = input
  const moves = parentId !== undefined || position !== undefined
  if (moves) await lockTree(context, 'pages')
  const page = await loadPageForUpdate(context, id, content)
  const written = content === undefined ? undefined : await parseContent(context, content)
  if (fields.projectId) await context.readReferenced(Project, fields.projectId, 'projectId')
  if (moves) await placePage(context, page, { parentId, position })
  context.assign(page, fields as Partial<Page>)
  if (written) await writeContent(context, page, written)
  context.record('page.updated', page)
  return page
}

/** Moves a page to a parent (null: top level) and position. */
export async function movePage(context: Context, id: string, input: MovePageInput): Promise<Page> {
  await lockTree(context, 'pages')
  const page = await context.load(Page, id)
  await placePage(context, page, input)
  context.record('page.updated', page)
  return page
}

/** Makes the content of a version current, as a new version. */
export async function restorePage(context: Context, id: string, versionId: string): Promise<Page> {
  const page = await context.load(Page, id)
  const version = await context.readReferenced(PageVersion, versionId, 'versionId')
  if (version.pageId !== id) throw unknownReference('versionId')
  const [stored] = await readVersionContents(context, [versionId])
  await writeContent(context, page, await parseContent(context, stored?.content))
  context.record('page.updated', page)
  return page
}
