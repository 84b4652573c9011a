import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { totpCode, totpStepAt } from '#core/access/totp'
import { runAxe } from '../harness/browser.ts'
import { describeInBrowser, inBrowser, password } from './in-browser.ts'

const web = inBrowser()
const { at, openAs } = web

describeInBrowser('recent authentication', () => {
  test('is confirmed in a dialog before a token is created, keeping the form', async () => {
    const { page, email, close } = await openAs(Role.owner, 'de', '/settings/tokens')
    await at.app.system.query(
      `update tokens set proved_at = now() - interval '11 minutes'
       where kind = 'session' and member_id in (select id from members where email = $1)`,
      [email],
    )
    await page.getByRole('button', { name: 'Neues Token' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('Buchhaltung')
    await page.getByRole('button', { name: 'Erstellen' }).click()
    const question = page.getByRole('alertdialog', { name: 'Bitte bestätigen Sie Ihre Identität' })
    await question.getByLabel('Passwort').waitFor()
    expect(await question.getByLabel('Passwort').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('falsch-falsch')
    expect(await runAxe(page)).toEqual([])
    await question.getByRole('button', { name: 'Bestätigen', exact: true }).click()
    await question.getByText('Ist falsch').waitFor()
    await question.getByLabel('Passwort').fill(password)
    await question.getByRole('button', { name: 'Bestätigen', exact: true }).click()
    await page.getByRole('alertdialog', { name: 'Ihr neues Token' }).waitFor()
    await close()
  })

  test('requires a second factor first if the organization does', async () => {
    const owner = await openAs(Role.owner, 'de', '/settings/security')
    const member = await openAs(Role.member, 'en', '/')
    const setUp = async ({ page }: typeof owner, de: boolean) => {
      await page.getByRole('button', { name: de ? 'Einrichten' : 'Set up', exact: true }).click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await dialog.getByLabel(de ? 'Ihr Passwort' : 'Your password').fill(password)
      await dialog.getByRole('button', { name: de ? 'Weiter' : 'Continue' }).click()
      const secret = await dialog
        .getByLabel(de ? 'Oder geben Sie diesen Schlüssel ein' : 'Or enter this key')
        .inputValue()
      await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret, totpStepAt(new Date())))
      await dialog.getByRole('button', { name: de ? 'Einrichten' : 'Set up', exact: true }).click()
      await dialog.getByRole('button', { name: de ? 'Ich habe sie gesichert' : 'I have saved them' }).click()
    }
    await setUp(owner, true)
    await owner.page.goto(`${web.base()}/app/settings/members`)
    await owner.page.getByRole('button', { name: 'Für alle verlangen' }).click()
    await owner.page.getByText('Alle Mitglieder brauchen jetzt einen zweiten Faktor.').waitFor()
    expect(await runAxe(owner.page)).toEqual([])
    await member.page.reload()
    await member.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    expect(await runAxe(member.page)).toEqual([])
    if (process.env.SCREENS) await member.page.screenshot({ path: `${process.env.SCREENS}/second-factor-setup.png` })
    await setUp(member, false)
    await member.page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
    await owner.page.getByRole('button', { name: 'Nicht mehr verlangen' }).click()
    await owner.page.getByText('Der zweite Faktor ist wieder freiwillig.').waitFor()
    await Promise.all([owner.close(), member.close()])
  })

  test.each(['de', 'en'] as const)("lets an administrator end a member's sessions: %s", async (language) => {
    const member = await openAs(Role.member, 'en', '/')
    await at.app.system.query('update members set name = $1 where id = $2', [`Mona ${language}`, member.memberId])
    const { page, complaints, close } = await openAs(Role.admin, language, '/settings/members')
    const title = language === 'de' ? `Sitzungen von Mona ${language}` : `Sessions of Mona ${language}`
    await page.getByRole('button', { name: title }).click()
    const dialog = page.getByRole('dialog', { name: title })
    expect(await runAxe(page)).toEqual([])
    await dialog.getByRole('button', { name: /^(Alle beenden|End all)$/ }).click()
    await dialog.getByText(/^(Alle Sitzungen sind beendet|All sessions have ended)\.$/).waitFor()
    await member.page.reload()
    await member.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await Promise.all([member.close(), close()])
  })
})
