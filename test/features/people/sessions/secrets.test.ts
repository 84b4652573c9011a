import { afterAll, beforeAll, expect, test } from 'vitest'
import { totpCode, totpStep } from '#core/access/totp'
import { createLog } from '#core/runtime/log'
import { browser, password, people, signInWith } from '../../../harness/browser-session.ts'
import { type House, openHouse, startApp } from '../../../harness/house.ts'

const written: string[] = []
let at: House
let stop: () => Promise<void>
beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => void written.push(line) })
  const started = await startApp({ log })
  stop = started.stop
  at = await openHouse(started.app)
})
afterAll(() => stop())

test('nothing that gets somebody in stands in a log, an event, the audit log or a table', async () => {
  const { page, who } = await people(at).signedIn()
  const { secret } = (
    await page.send('mutation ($p: String) { setUpTotp(currentPassword: $p) { secret } }', { p: password })
  ).data.setUpTotp
  const code = totpCode(secret, totpStep(new Date()))
  const codes: string[] = (await page.send('mutation ($code: String!) { confirmTotp(code: $code) }', { code })).data
    .confirmTotp
  await signInWith(browser(at.app), { ...who, password: 'ganz-falsches-wort' })
  await signInWith(browser(at.app), { ...who, code: codes[0] ?? '' })
  await page.send('mutation ($email: String!) { requestPasswordReset(email: $email) }', who)
  const { rows } = await at.app.system.query<{ body_text: string }>(
    "select body_text from mails where kind = 'account_passwordReset'",
  )
  const token = /#([\w-]+)/.exec(rows[0]?.body_text ?? '')?.[1] ?? ''
  const next = 'ein-ganz-neues-passwort'
  const reset =
    'mutation ($token: String!, $next: String!) { resetPassword(token: $token, password: $next) { signedIn } }'
  expect((await browser(at.app).send(reset, { token, next })).errors).toBeUndefined()
  const { rows: tables } = await at.app.system.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'mails'",
  )
  let kept = ''
  for (const { name } of tables)
    kept += (await at.app.system.query<{ row: string }>(`select t::text as row from "${name}" t`)).rows
      .map(({ row }) => row)
      .join('\n')
  const cookie = page.cookie?.split('=')[1] ?? ''
  expect([token, cookie, secret].map(({ length }) => length > 20)).toEqual([true, true, true])
  for (const hidden of [
    password,
    'ganz-falsches-wort',
    next,
    token,
    cookie,
    secret,
    ...codes,
    ...codes.map((each) => each.replace('-', '')),
  ]) {
    expect(written.join('\n')).not.toContain(hidden)
    expect(kept).not.toContain(hidden)
  }
  expect(written.some((line) => line.includes(who.id))).toBe(true)
})
