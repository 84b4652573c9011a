import { expect } from 'vitest'
import { hashPassword } from '#core/access/password'
import type { House } from '../../../harness/house.ts'
import { upload } from '../files/upload.ts'

/** A share as POST answered it, and the token of its address. */
export interface Made {
  id: string
  token: string
}

/** Makes files, folders and shares of a house, as its member. */
export function sharing(at: House) {
  const file = async (name = 'notiz.txt', content: string | Uint8Array = 'Inhalt', folderId = '') =>
    (await upload(at, 'member', { folder_id: folderId, file: [content, name] })).body.id as string
  const folder = async (name: string, parent: string | null = null) =>
    (await at.member.rest('POST', '/storage/folders', { name, parent_id: parent })).body.id as string
  /** Its password is hashed cheaply, instead of waiting for it each time that it is tried. */
  const share = async (
    of: { file: string } | { folder: string },
    how: { password?: string; [field: string]: unknown } = {},
  ): Promise<Made> => {
    const path = 'file' in of ? `/storage/shares/${of.file}` : `/storage/folder-shares/${of.folder}`
    const { status, body } = await at.member.rest('POST', path, how)
    expect(status, JSON.stringify(body)).toBe(201)
    if (how.password)
      await at.app.system.query('update shares set password_hash = $1 where id = $2', [
        await hashPassword(how.password, 4),
        body.id,
      ])
    return { id: body.id, token: tokenOf(body.url) }
  }
  const look = (token: string, query = '') => at.nobody.rest('GET', `/public/shares/${token}${query}`)
  const download = (token: string, body?: object) => at.nobody.rest('POST', `/public/shares/${token}/download`, body)
  /** Follows an address of this service, as nobody. */
  const fetched = (url: string) => {
    const { pathname, search } = new URL(url)
    return at.app.server.inject({ method: 'GET', url: pathname + search })
  }
  const accesses = async (id: string) =>
    (await at.viewer.rest('GET', `/storage/share-links/${id}/accesses?sort=created_at`)).body.accesses as {
      kind: string
      name: string | null
      address: string
    }[]
  return { file, folder, share, look, download, fetched, accesses }
}

export const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
