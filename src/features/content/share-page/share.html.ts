import { escapeXml } from '#core/text/escape-xml'
import type { Language } from '#core/text/language'
import type { GuestPageContent } from '#features/people/guest-page/guest-page.html'
import { type PublicShare, type ShareEntry, ShareKind } from '../shares/public-share.type.ts'
import { type FolderExtent, fitsZipLimits } from '../shares/shared-folder.ts'
import { messages } from './share.messages.ts'

const localeOf = (language: Language) => (language === 'de' ? 'de-DE' : 'en-GB')

const frame = (language: Language, title: string, sharedBy: string, content: string): GuestPageContent => ({
  title: escapeXml(`${title} – ${sharedBy}`),
  language,
  content,
})

/** Asks for the password; `amiss` is the error of the last attempt. */
export function renderLockedPage(
  language: Language,
  token: string,
  { sharedBy }: PublicShare,
  amiss?: string,
): GuestPageContent {
  const say = messages[language]
  const alert = amiss ? `<div class="alert" role="alert"><p id="amiss">${escapeXml(amiss)}</p></div>` : ''
  const isAmiss = amiss ? ' aria-invalid="true" aria-describedby="amiss"' : ''
  return frame(
    language,
    say.locked,
    sharedBy,
    `<h1>${say.locked}</h1>
<p>${escapeXml(say.explain(sharedBy))}</p>
${alert}
<form method="post" action="/share/${token}">
<label for="password">${say.password}</label>
<input type="password" id="password" name="password" maxlength="200" autocomplete="off" required${isAmiss}>
<button class="primary" name="action" value="open">${say.open}</button>
</form>`,
  )
}

/** A file with a download button, or the content of a folder. */
export function renderSharePage(
  language: Language,
  token: string,
  share: PublicShare,
  { extent, page, perPage }: { extent: FolderExtent | null; page: number; perPage: number },
): GuestPageContent {
  const name = share.name ?? ''
  return frame(
    language,
    name,
    share.sharedBy,
    share.kind === ShareKind.file
      ? `<h1>${escapeXml(name)}</h1>
${previewOf(share, messages[language].previewOf(name))}${factsOf(language, share, [sizeOf(language, share.sizeBytes ?? 0)])}
${button(token, messages[language].download, { isPrimary: true })}`
      : `${pathOf(language, token, share)}<h1>${escapeXml(name)}</h1>
${factsOf(language, share, [])}
${extent ? zipOf(language, token, share, extent) : ''}
${entriesOf(language, token, share)}
${pagesOf(language, token, share, page, perPage)}`,
  )
}

/** The preview of a file, loaded from this server whatever its public address is. */
function previewOf({ previewUrl }: { previewUrl: string | null }, text: string): string {
  if (previewUrl === null) return ''
  const { pathname, search } = new URL(previewUrl)
  return `<img class="preview" src="${escapeXml(pathname + search)}" alt="${escapeXml(text)}" loading="lazy">`
}

function factsOf(language: Language, { sharedBy, expiresAt, downloadsLeft }: PublicShare, facts: string[]): string {
  const say = messages[language]
  const lines = [
    [...facts, say.from(sharedBy)].join('\u00a0· '),
    ...(expiresAt ? [say.until(momentOf(language, expiresAt))] : []),
    ...(downloadsLeft === null ? [] : [say.left(downloadsLeft)]),
  ]
  return `<p class="meta">${lines.map(escapeXml).join('<br>')}</p>`
}

const momentOf = (language: Language, moment: Date) =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: 'Europe/Berlin',
    // The reader may be in another time zone, and local times are ambiguous when clocks change.
    timeZoneName: 'short',
  } as const).format(moment)

/** `3,4 MB`. */
function sizeOf(language: Language, bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const digits = { maximumFractionDigits: power ? 1 : 0 }
  return `${(bytes / 1024 ** power).toLocaleString(localeOf(language), digits)} ${units[power]}`
}

interface Button {
  /** The current folder, to return to. */
  here?: string | undefined
  fileId?: string
  folderId?: string
  isPrimary?: boolean
  /** Accessible name if the text is not sufficient. */
  label?: string
}

/** A form, because following links must not use up a download. */
const button = (token: string, text: string, { here, fileId, folderId, isPrimary, label }: Button) =>
  `<form class="plain" method="post" action="${address(token, here)}">${fileId ? `<input type="hidden" name="file" value="${fileId}">` : ''}${
    folderId ? `<input type="hidden" name="folder" value="${folderId}">` : ''
  }<button${isPrimary ? ' class="primary"' : ''} name="action" value="download"${label ? ` aria-label="${escapeXml(label)}"` : ''}>${text}</button></form>`

function pathOf(language: Language, token: string, { path }: PublicShare): string {
  if (path.length < 2) return ''
  const steps = path
    .slice(0, -1)
    .map(({ id, name }, level) => `<li><a href="${address(token, level ? id : undefined)}">${escapeXml(name)}</a></li>`)
  return `<nav class="path" aria-label="${messages[language].path}"><ol>${steps.join('')}</ol></nav>\n`
}

/** The current folder; undefined for the shared one. */
const hereOf = (path: PublicShare['path']) => (path.length > 1 ? path.at(-1)?.id : undefined)

const address = (token: string, folderId?: string, page = 1) => {
  const query = new URLSearchParams({ ...(folderId && { folder: folderId }), ...(page > 1 && { page: String(page) }) })
  return `/share/${token}${query.size ? `?${escapeXml(String(query))}` : ''}`
}

function zipOf(language: Language, token: string, { path }: PublicShare, extent: FolderExtent): string {
  const say = messages[language]
  if (!extent.files) return ''
  if (!fitsZipLimits(extent)) return `<p>${say.tooLarge}</p>`
  const { files, bytes } = extent
  const here = hereOf(path)
  return `${button(token, say.zip, { isPrimary: true, here, ...(here && { folderId: here }) })}
<p class="meta">${escapeXml(say.zipOf(files, sizeOf(language, bytes)))}</p>`
}

function entriesOf(language: Language, token: string, { path, entries, total }: PublicShare): string {
  const say = messages[language]
  const here = hereOf(path)
  if (!total) return `<p>${say.empty}</p>`
  const row = ({ id, kind, name, sizeBytes, previewUrl }: ShareEntry) =>
    kind === ShareKind.folder
      ? `<li><span class="name"><a href="${address(token, id)}">${escapeXml(name)}</a><span class="meta">${say.folder}</span></span></li>`
      : `<li${previewUrl === null ? '' : ' class="pictured"'}>${previewOf({ previewUrl }, '')}<span class="name">${escapeXml(name)}<span class="meta">${sizeOf(language, sizeBytes ?? 0)}</span></span>${button(
          token,
          say.download,
          { here, fileId: id, label: say.downloadOf(name) },
        )}</li>`
  return `<h2>${say.content}</h2>
<ul class="entries">${entries.map(row).join('\n')}</ul>`
}

function pagesOf(
  language: Language,
  token: string,
  { path, total }: PublicShare,
  page: number,
  perPage: number,
): string {
  const say = messages[language]
  const here = hereOf(path)
  const links = [
    ...(page > 1 ? [`<a href="${address(token, here, page - 1)}">${say.earlier}</a>`] : []),
    ...(page * perPage < total ? [`<a href="${address(token, here, page + 1)}">${say.later}</a>`] : []),
  ]
  return links.length ? `<nav class="pages" aria-label="${say.pages}">${links.join('')}</nav>` : ''
}

interface Started {
  name: string
  sharedBy: string
  url: string
  here: string | undefined
  /** True if this was the last download. */
  isLast: boolean
}

/** Shown while the browser downloads. */
export function renderDownloadStarted(
  language: Language,
  token: string,
  { name, sharedBy, url, here, isLast }: Started,
): GuestPageContent {
  const say = messages[language]
  return frame(
    language,
    say.started,
    sharedBy,
    `<h1>${say.started}</h1>
<p role="status">${escapeXml(say.startsNow(name))}</p>
<p><a href="${escapeXml(url)}">${say.again}</a><br><span class="meta">${say.fiveMinutes}</span></p>
${isLast ? '' : `<p><a href="${address(token, here)}">${say.back}</a></p>`}`,
  )
}

/** Messages for links that no longer work. */
export const goneMessages = (language: Language, status: number) => {
  const { gone } = messages[language]
  return gone[Object.hasOwn(gone, status) ? (status as 404) : 'other']
}
