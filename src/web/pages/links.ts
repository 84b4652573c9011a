import { FileOfPageDocument } from '#schema/web/graphql'
import { parseFileAddress, parsePageAddress } from '../../rich-text/addresses.ts'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'

/** Signed URLs of local files are followed by path, as the app may be opened under another host name. */
export function toSameOrigin(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname.startsWith('/files/') ? pathname + search : url
}

/** Follows a link in a page to another page, a file or an external site. While editing, only with Ctrl. */
export function followLink(event: MouseEvent, isEditing: boolean, goTo: (page: string) => void): boolean {
  const link = (event.target as Element).closest?.('a')
  const href = link?.getAttribute('href')
  if (!href || (isEditing && !event.ctrlKey && !event.metaKey)) return false
  const [page, file] = [parsePageAddress(href), parseFileAddress(href)]
  event.preventDefault()
  if (page) goTo(page)
  else if (file) void downloadFile(file)
  else window.open(href, '_blank', 'noopener,noreferrer')
  return true
}

/** Downloads a file under its name. */
export async function downloadFile(id: string) {
  const { data } = await fetchGraphql(FileOfPageDocument, { id })
  if (!data?.fileDownload) return
  const link = { href: toSameOrigin(data.fileDownload.url), download: data.file?.name ?? '' }
  Object.assign(document.createElement('a'), link).click()
}
