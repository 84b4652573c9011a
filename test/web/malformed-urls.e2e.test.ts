import { expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { describeInBrowser, inBrowser } from './in-browser.ts'

const web = inBrowser()

describeInBrowser('URL with invalid percent encoding', () => {
  test.each(['/app/%E0%A4%A', '/app/invoices/%E0%A4%A?page=2'])(
    "%s shows the app's page for unknown URLs",
    async (path) => {
      const { page } = await web.openAs(Role.owner, 'de')
      expect((await page.goto(`${web.base()}${path}`))?.status()).toBe(200)
      await page.getByText('Diese Seite gibt es nicht').waitFor()
    },
  )
  test('/sign/%E0%A4%A shows the page for an unknown link', async () => {
    const answer = await fetch(`${web.base()}/sign/%E0%A4%A`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  })
  test('returns an error from the API', async () => {
    const headers = { authorization: `Bearer ${web.at.owner.token}` }
    expect((await fetch(`${web.base()}/api/v1/clients/%zz`, { headers })).status).toBe(400)
  })
})
