import { constants } from 'node:fs'
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { toNodemailerMessage } from './nodemailer-message.ts'
import type { MailTransport } from './transport.ts'

/** Writes mails as `.eml` files, atomically, named in order of writing. */
export function outboxTransport(directory: string): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const prepare = () => mkdir(directory, { recursive: true, mode: 0o700 })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(toNodemailerMessage(mail))
      const name = `${nextMoment()}-${mail.messageId}.eml`
      const draft = join(directory, `.${name}`)
      await prepare()
      await writeFile(draft, message, { flag: 'wx', mode: 0o600, flush: true })
      await rename(draft, join(directory, name))
      return []
    },
    async check() {
      await prepare()
      await access(directory, constants.W_OK | constants.X_OK)
    },
    close() {},
  }
}

let last = 0

/** The time in microseconds, strictly increasing: `2026-11-20T23-53-10.123456Z`. */
function nextMoment(): string {
  last = Math.max(last + 1, Math.round((performance.timeOrigin + performance.now()) * 1000))
  const milliseconds = new Date(Math.floor(last / 1000)).toISOString().slice(0, -1).replaceAll(':', '-')
  return `${milliseconds}${String(last % 1000).padStart(3, '0')}Z`
}

/** Removes mails older than `days` by their names and returns their number. Other files stay. */
export async function removeOldMails(directory: string, days: number, now: Date): Promise<number> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const before = new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
  const old = names.filter((name) => {
    const day = /^\.?(\d{4}-\d\d-\d\d)T\S+\.eml$/.exec(name)?.[1]
    return day !== undefined && day < before
  })
  for (const name of old) await rm(join(directory, name), { force: true })
  return old.length
}
