import { constants } from 'node:fs'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { composed } from './message.ts'
import type { MailTransport } from './transport.ts'

/** Writes mails as `.eml` files instead of sending them: whole or not at all, their names in the order of writing. */
export function outboxTransport(directory: string): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const prepare = () => mkdir(directory, { recursive: true, mode: 0o700 })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(composed(mail))
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

/** Now in microseconds, and later than the last: `2026-11-20T23-53-10.123456Z`. */
function nextMoment(): string {
  last = Math.max(last + 1, Math.round((performance.timeOrigin + performance.now()) * 1000))
  const milliseconds = new Date(Math.floor(last / 1000)).toISOString().slice(0, -1).replaceAll(':', '-')
  return `${milliseconds}${String(last % 1000).padStart(3, '0')}Z`
}
