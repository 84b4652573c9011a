/** Starts the download of a signed URL without leaving the page. */
export function navigateToDownload(address: string) {
  const { pathname, search } = new URL(address)
  location.assign(pathname + search)
}
