import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { Problem, unknownReference } from '#core/errors/problem'
import { type RestResponse, runIdempotent } from '#core/http/idempotency'
import type { Context } from '#core/operation/context'
import { findSelfAndAncestors } from '#core/operation/tree'
import type { ByteCall } from '#core/rest/bytes'
import { createFairQueue } from '#core/runtime/fair-queue'
import { isUuid } from '#core/schema/scalars'
import { createObjectKey } from '#core/storage/object-key'
import type { StoredObject } from '#core/storage/storage'
import { cleanText } from '#core/text/characters'
import type { Language } from '#core/text/language'
import { TaskStopped, threadModule } from '#core/threads/threads'
import { addFiles } from '#features/content/files/add-files'
import { detectContentType, sniffedBytes } from '#features/content/files/detect-content-type'
import { sanitizeFileName } from '#features/content/files/file-name'
import { Folder } from '#features/content/files/folder.entity'
import { type ReceivedFile, throwMissingFile } from '#features/content/files/route-file-input'
import { assertStorageQuota } from '#features/content/files/storage-quota'
import { scheduleObjectRemoval } from '#features/content/files/stored-object'
import { fileAddress, pageAddress } from '#rich-text/addresses'
import { type ContentWarning, warningMessage } from '../pages/content-warnings.ts'
import { findMissingReferences, isReferencedIn } from '../pages/missing-references.ts'
import { Page } from '../pages/page.entity.ts'
import { emojiPattern } from '../pages/page.inputs.ts'
import type { PageContent } from '../pages/page-content.ts'
import { exceedsContentLimits } from '../pages/parse-content.ts'
import { assertPageDepth, findRank, rankGap } from '../pages/place-page.ts'
import { writeContent } from '../pages/write-content.ts'
import { formatHeading } from './heading.ts'
import { manifestPath, parseManifest } from './manifest.ts'
import type { ImportedFile } from './markdown-file.ts'
import { type PlannedPage, planImport, sortSiblings } from './plan-import.ts'
import { openZip, type ZipArchive, zipProblem } from './zip-archive.ts'

const mostPages = 500
/** Characters of all pages as JSON, as they are written in one transaction. */
const mostContent = 20_000_000

/** Concurrent imports, one per organization. The ZIP is on disk, its contents in memory. */
const turns = createFairQueue({ maxConcurrent: 2, maxWaitMs: 30_000, maxWaitingPerKey: 20 })

/** A problem with a file. */
interface Remark {
  path: string
  line: number | null
  kind: string
  message: string
}

interface ReadPage extends PlannedPage {
  id: string
  icon: string | null
  template: boolean
  content: PageContent
}

interface KeptFile extends StoredObject {
  id: string
  name: string
  contentType: string
}

const converter = threadModule<typeof import('./markdown-file.ts')>(import.meta.url, './markdown-file', {
  maxRunMs: 10_000,
})

/** For folders without a page of their own; avoids loading the schema. */
const empty: PageContent = {
  document: { type: 'doc', content: [{ type: 'paragraph' }] },
  text: '',
  links: [],
  files: [],
  mentions: [],
  warnings: [],
}

/** Creates pages from a ZIP of Markdown, at the top level or below a page, all or nothing. */
export async function importPages(call: ByteCall, sent: ReceivedFile): Promise<RestResponse> {
  const parentId = idOf(sent.fields.parent_id)
  const language = await call.operate('read', async (context) => {
    await placeOf(context, parentId)
    return context.language
  })
  return turns.run(sent.organizationId, () =>
    call.services.storage
      .withFile(sent.key, async (path) => {
        const zip = await openZip(path)
        try {
          return await importZip(call, { ...sent, zip, parentId, language })
        } finally {
          zip.close()
        }
      })
      .catch(throwMissingFile),
  )
}

function idOf(sent: unknown): string | null {
  if (sent === undefined || sent === null || sent === '') return null
  if (!isUuid(sent)) throw unknownReference('parentId')
  return sent.toLowerCase()
}

/** The parent page, whose project is used, or the top level. */
interface Place {
  id: string | null
  projectId: string | null
  depth: number
}

async function placeOf(context: Context, id: string | null): Promise<Place> {
  if (id === null) return { id, projectId: null, depth: 0 }
  const { projectId } = await context.readReferenced(Page, id, 'parentId')
  return { id, projectId, depth: (await findSelfAndAncestors(context, 'pages', id)).length }
}

interface Import {
  organizationId: string
  sha256: string
  zip: ZipArchive
  parentId: string | null
  language: Language
}

async function importZip(
  call: ByteCall,
  { organizationId, sha256, zip, parentId, language }: Import,
): Promise<RestResponse> {
  const { operate, services, request } = call
  const { pages, files, remarks } = await readPages(call, organizationId, zip, language)
  const kept: KeptFile[] = []
  const discard = () => Promise.all(kept.map(({ id }) => services.storage.delete(createObjectKey(organizationId, id))))
  try {
    if (files.size)
      await operate('write', async (context) => {
        for (const id of files.values()) await scheduleObjectRemoval(context, id, 3600)
      })
    for (const [path, id] of files) kept.push(await keepFile(call, organizationId, zip, path, id))
    const answer = await operate('write', (context) =>
      runIdempotent(context, request, { sha256, parentId }, async () => {
        const report = [...remarks]
        await writeFiles(context, kept)
        const unknown = await writePages(context, pages, await placeOf(context, parentId), new Set(files.values()))
        for (const [path, warning] of unknown)
          report.push({ path, line: null, kind: warning.kind, message: warningMessage(warning)[language] })
        const made = pages.map(({ id, title, path, parent }) => ({
          id,
          title,
          parent_id: parent === null ? parentId : pages[parent]?.id,
          path,
        }))
        return { status: 200, body: JSON.stringify({ pages: made, files: kept.length, report }) }
      }),
    )
    if (answer.replayed) await discard()
    return answer
  } catch (error) {
    // After an unexpected error it is unknown whether the commit succeeded, so the jobs decide.
    if (error instanceof Problem) await discard()
    throw error
  }
}

const nothingThere = {
  de: 'Ein Link zu einer Datei, die das ZIP nicht enthält',
  en: 'A link to a file that the ZIP does not have',
}

const wikiLink = {
  de: 'Ein Link, wie Wikis ihn schreiben; er steht als Text da',
  en: 'A link as wikis write it; it is kept as text',
}

/** Converts each file in a thread; unreadable files are skipped and reported. */
async function readPages({ services }: ByteCall, organizationId: string, zip: ZipArchive, language: Language) {
  const manifest = zip.paths.includes(manifestPath) ? parseManifest((await zip.text(manifestPath)).text) : null
  const isPage = (path: string) => !manifest?.files || !path.startsWith(manifest.files)
  const planned = planImport(zip.paths.filter(isPage), mostPages)
  if (!planned) throw zipProblem(`es ergäbe mehr als ${mostPages} Seiten`, `it would make more than ${mostPages} pages`)
  if (planned.length === 0) throw zipProblem('es enthält keine Markdown-Dateien', 'it has no Markdown files')
  const told = manifest?.pages
  const tellOf = ({ path }: PlannedPage) => told?.get(path ?? '')
  const ordered = told ? sortSiblings(planned, (page) => tellOf(page)?.position ?? told.size) : planned
  const plan = ordered.map((page) => ({ ...page, id: randomUUID() }))
  const pageIds = new Map(plan.map(({ path, id }) => [path, id]))
  const others = zip.paths.filter((path) => !pageIds.has(path) && !(manifest && path === manifestPath))
  const fileIds = new Map(others.map((path) => [path, randomUUID()]))
  const targets = Object.fromEntries([
    ...plan.flatMap(({ path, id }) => (path === null ? [] : [[path, pageAddress(id)]])),
    ...[...fileIds].map(([path, id]) => [path, fileAddress(id)]),
  ])
  const used = new Set<string>()
  const remarks: Remark[] = [...zip.repeated].map((path) => ({
    path,
    line: null,
    kind: 'repeated',
    message: {
      de: 'Diesen Pfad enthält das ZIP mehrmals; eingelesen ist die letzte Datei.',
      en: 'The ZIP has this path more than once; the last file is imported.',
    }[language],
  }))
  const pages: ReadPage[] = []
  let size = 0
  for (const page of plan) {
    const read = page.path === null ? null : await readOne(page.path)
    size += read ? JSON.stringify(read.content.document).length : 0
    if (size > mostContent)
      throw zipProblem(
        `es ergäbe Seiten von mehr als ${mostContent / 1_000_000} MB`,
        `it would make pages of more than ${mostContent / 1_000_000} MB`,
      )
    // If the heading was edited since the export, it wins over the manifest.
    const tells = tellOf(page)
    const isSame = tells && (!read?.heading || read.heading === formatHeading(tells.title, tells.icon).trim())
    const { title, icon } = isSame
      ? tells
      : { title: read?.title ?? sanitizeFileName(page.title), icon: read?.icon ?? null }
    pages.push({
      ...page,
      title: titled(title),
      icon: icon && emojiPattern.test(icon) ? icon : null,
      template: tells?.template ?? false,
      content: read?.content ?? empty,
    })
  }
  for (const path of fileIds.keys())
    if (!used.has(path)) {
      const message = {
        de: 'Keine Seite zeigt diese Datei; sie ist nicht eingelesen.',
        en: 'No page shows this file; it is not imported.',
      }
      remarks.push({ path, line: null, kind: 'unused', message: message[language] })
      fileIds.delete(path)
    }
  return { pages, files: fileIds, remarks }

  async function readOne(path: string): Promise<ImportedFile | null> {
    const { text: markdown, isUnicode } = await zip.text(path)
    if (!isUnicode)
      remarks.push({
        path,
        line: null,
        kind: 'encoding',
        message: {
          de: 'Die Datei ist nicht in UTF-8 gespeichert; sie ist als Windows-1252 gelesen.',
          en: 'The file is not stored as UTF-8; it is read as Windows-1252.',
        }[language],
      })
    const input = { markdown, path, targets }
    const read = await services.threads
      .run({ organizationId, reader: 'transfer' }, converter, 'parseMarkdownFile', input)
      .catch((error: unknown) => {
        if (error instanceof TaskStopped) return null
        throw error
      })
    if (read === null || 'problems' in read || exceedsContentLimits(read.content)) {
      const why = read && 'problems' in read ? (read.problems[0]?.message[language] ?? '') : ''
      const message = {
        de: `Die Datei ist zu groß; die Seite ist leer. ${why}`,
        en: `The file is too large; the page is empty. ${why}`,
      }
      remarks.push({ path, line: null, kind: 'unread', message: message[language].trim() })
      return null
    }
    for (const file of read.files) used.add(file)
    for (const warning of read.content.warnings)
      remarks.push({ path, line: warning.line, kind: warning.kind, message: warningMessage(warning)[language] })
    for (const address of read.missing)
      remarks.push({ path, line: null, kind: 'missing', message: `${nothingThere[language]}: ${address}` })
    for (const link of read.wikiLinks)
      remarks.push({ path, line: null, kind: 'wiki_link', message: `${wikiLink[language]}: ${link}` })
    return read
  }
}

const titled = (title: string) =>
  cleanText(title).replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed().trim() || 'Import'

/** Streams a file from the ZIP to the storage. */
async function keepFile({ services }: ByteCall, organizationId: string, zip: ZipArchive, path: string, id: string) {
  const head: Buffer[] = []
  async function* watched() {
    let size = 0
    for await (const chunk of (await zip.stream(path)) as AsyncIterable<Buffer>) {
      if (size < sniffedBytes) head.push(chunk.subarray(0, sniffedBytes - size))
      size += chunk.length
      yield chunk
    }
  }
  const bytes = Readable.from(watched(), { objectMode: false })
  await services.disk.assertRoomForUploads()
  const stored = await services.storage.put(createObjectKey(organizationId, id), bytes, 'application/octet-stream')
  const name = sanitizeFileName(posix.basename(path)) || 'file'
  return { ...stored, id, name, contentType: detectContentType(Buffer.concat(head), name) }
}

async function writeFiles(context: Context, files: readonly KeptFile[]) {
  if (files.length === 0) return
  await assertStorageQuota(
    context,
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  )
  const folder = context.create(Folder, { name: 'Import', parentId: null } as Partial<Folder>)
  await addFiles(
    context,
    files.map((file) => ({ ...file, folderId: folder.id, uploadedBy: context.member.id })),
  )
}

/** Writes the pages and returns references that exist neither in the organization nor in the ZIP. */
async function writePages(
  context: Context,
  pages: readonly ReadPage[],
  below: Place,
  files: ReadonlySet<string>,
): Promise<[path: string, warning: ContentWarning][]> {
  const depths: number[] = []
  const next = new Map<string | null, number>()
  const first = context.draft(Page, { parentId: below.id } as Partial<Page>)
  next.set(below.id, (await findRank(context, { ...first, rank: 0 })) ?? 0)
  for (const { id, title, icon, template, parent, content } of pages) {
    const parentId = parent === null ? below.id : (pages[parent]?.id ?? null)
    const depth = 1 + (parent === null ? below.depth : (depths[parent] ?? 0))
    assertPageDepth(depth)
    const rank = next.get(parentId) ?? 0
    next.set(parentId, rank + rankGap)
    const { projectId } = below
    const page = context.draft(Page, { id, title, icon, template, parentId, projectId, rank } as Partial<Page>)
    // Links to later pages are written afterwards.
    await writeContent(context, page, { ...content, links: [], files: [], mentions: [] })
    context.record('page.created', page)
    depths.push(depth)
  }
  const links = pages.flatMap(({ id, content }) => content.links.map((target) => [id, target] as const))
  if (links.length)
    await context.write(
      sql`insert into page_links (organization_id, page_id, target_id)
          select p.organization_id, l.page_id, p.id
          from unnest(${links.map(([page]) => page)}::uuid[], ${links.map(([, target]) => target)}::uuid[]) l (page_id, target_id)
          join pages p on p.organization_id = ${context.organizationId} and p.id = l.target_id
          on conflict do nothing`,
    )
  const own = new Set([...files, ...pages.map(({ id }) => id)])
  const named = (key: 'links' | 'files' | 'mentions') => [
    ...new Set(pages.flatMap(({ content }) => content[key]).filter((id) => !own.has(id))),
  ]
  const missing = await findMissingReferences(context, {
    links: named('links'),
    files: named('files'),
    mentions: named('mentions'),
  })
  return pages.flatMap(({ path, content }) =>
    path === null
      ? []
      : missing.flatMap((each) => (isReferencedIn(content, each) ? [[path, each.warning] as const] : [])),
  )
}
