import { createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { commandLineActor } from '#core/access/issue-token-by-command'
import { operateAsSystem } from '#core/operation/operation'
import { inviteMember } from '#features/people/members/invite-member'
import { Member } from '#features/people/members/member.entity'
import { type ExportFailure, prepareOperatorExport, streamExport } from '#features/platform/export/export-organization'
import { type ImportedOrganization, importOrganization } from '#features/platform/export/import-organization'
import { findOrganization } from './command-line.ts'
import { createProgressLine } from './progress.ts'
import { withApp } from './with-app.ts'

/** The file appears when complete. */
export async function exportOrganizationArchive(
  system: Pool,
  databaseUrl: string,
  { org, to }: { org?: string; to: string },
): Promise<{ organizationId: string; file: string; bytes: number }> {
  const organizationId = await findOrganization(system, org)
  await assertFree(to)
  const partial = `${to}.part`
  return withApp(databaseUrl, async ({ services }) => {
    try {
      const prepared = await operateAsSystem(
        services,
        organizationId,
        async (context) => prepareOperatorExport(context),
        commandLineActor,
      )
      let failure: ExportFailure | undefined
      const zip = await streamExport(services, prepared, {
        async onFailure(first) {
          failure = first
        },
      })
      const out = createWriteStream(partial, { mode: 0o600 })
      await pipeline(zip, out)
      if (failure) throw failure.error
      await rename(partial, to)
      return { organizationId, file: to, bytes: out.bytesWritten }
    } finally {
      await rm(partial, { force: true })
    }
  })
}

/** Never overwrites a file. */
async function assertFree(file: string) {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Error(`${file} is there already.`)
}

/** `invite` mails every member a link to set a password; `newSlugs` assigns new booking addresses if taken. */
export async function importOrganizationArchive(
  system: Pool,
  databaseUrl: string,
  { from, invite = false, newSlugs = false }: { from: string; invite?: boolean; newSlugs?: boolean },
): Promise<ImportedOrganization> {
  return withApp(databaseUrl, async ({ services }) => {
    const { show, end } = createProgressLine(process.stderr)
    let last = ''
    const onProgress = (part: string, done: number, all: number) => {
      if (last && last !== part) end(last)
      last = part
      show(part, done, all)
    }
    const imported = await importOrganization(services, system, from, { newSlugs, onProgress })
    end(last)
    const { organizationId, name, members } = imported
    if (invite)
      for (const { id } of members)
        await operateAsSystem(
          services,
          organizationId,
          async (context) => inviteMember(context, await context.load(Member, id)),
          { type: 'system', id: null, name },
        )
    return imported
  })
}

/** Remaining steps for the operator. */
export function describeImport(
  {
    organizationId,
    name,
    rows,
    objects,
    members,
    webhooks,
    shares,
    renamed,
    disconnected,
    missing,
  }: ImportedOrganization,
  isInvited: boolean,
): string {
  const count = (number: number, one: string, many = `${one}s`) =>
    `${number.toLocaleString('en')} ${number === 1 ? one : many}`
  return [
    `Imported ${name} (${organizationId}): ${count(rows, 'row')}, ${count(objects, 'file')}.`,
    `Members have no password, second factor or token here: ${members.map(({ email, isKnown }) => (isKnown ? `${email} (a member of another organization here too)` : email)).join(', ')}.`,
    isInvited
      ? 'Each of them is mailed a link to set a password.'
      : 'They set a password by "Forgot your password?" at sign-in, or by an invitation (--invite).',
    ...(renamed.length
      ? [`Booking addresses that were taken here: ${renamed.map(({ from, to }) => `${from} is ${to}`).join(', ')}.`]
      : []),
    ...(webhooks.length
      ? [`Webhooks are off and have a new secret; rotate it, then activate them: ${webhooks.join(', ')}.`]
      : []),
    ...(disconnected.length ? [`Calendars to be connected again: ${disconnected.join(', ')}.`] : []),
    ...(shares ? [`Public links open nothing any more, and have to be created again: ${shares}.`] : []),
    'Links in mails of the source (to sign, to move a booking, to answer an invitation) lead to the source: send them again where they matter.',
    ...(missing.length ? [`The source did not have: ${missing.join(', ')}.`] : []),
  ].join('\n')
}
