import { beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { browserPath, runAxe } from '../harness/browser.ts'
import { describeInBrowser, everyPageIsSound, inBrowser } from './in-browser.ts'
import { pagesScreens } from './screens/pages.ts'

const web = inBrowser()
const { at, openAs } = web

async function aPage(title: string, more: object = {}) {
  const { body } = await at.owner.rest('POST', '/pages', { title, ...more })
  const id = body.id as string
  const markdown = async () => String((await at.owner.rest('GET', `/pages/${id}?format=markdown`)).body.content)
  return { id, path: `/pages/${id}`, markdown }
}

const content = `## Ablauf

Ein **guter** [Anfang](https://example.com), mit \`Code\`.

- [x] Erledigt
- [ ] Offen

| Was | Wer |
| --- | --- |
| Text | Anna |

> [!WARNING]
> Vorsicht.

<details><summary>Mehr</summary>

Versteckt.

</details>
`

describeInBrowser('pages', () => {
  beforeAll(async () => {
    if (!browserPath) return
    const { id } = await aPage('Handbuch', { content, icon: '📘' })
    await aPage('Kapitel', { parent_id: id })
  })

  everyPageIsSound(web, Role.owner, pagesScreens)

  test('creates and edits a page by keyboard, visible to others', async () => {
    const { page, complaints, close } = await openAs(Role.member, 'de', '/pages')
    await page.getByRole('link', { name: 'Neue Seite' }).press('Enter')
    await page.getByRole('textbox', { name: 'Titel' }).fill('Einarbeitung')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Einarbeitung', exact: true }).waitFor()
    const text = page.getByRole('textbox', { name: 'Inhalt' })
    await expect.poll(() => text.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.type('Erster Tag')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Fett' }).click()
    await page.keyboard.type('Schlüssel')
    await page.getByText('Gespeichert', { exact: true }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const markdown = async () => String((await at.owner.rest('GET', `/pages/${id}?format=markdown`)).body.content)
    await expect.poll(markdown).toBe('Erster Tag\n\n**Schlüssel**\n')

    // Somebody who may only read sees what is typed, and by whom.
    const other = await openAs(Role.viewer, 'en', `/pages/${id}`)
    await other.page.getByText('Schlüssel', { exact: true }).waitFor()
    await other.page.getByText('Read only').waitFor()
    await other.page.getByText('Also here: Alma Rose').waitFor()
    await page.keyboard.type(' und Tasse')
    await other.page.getByText('Schlüssel und Tasse', { exact: true }).waitFor()
    expect(await other.page.getByRole('textbox', { name: 'Content' }).count()).toBe(0)
    expect(await other.page.getByRole('toolbar').count()).toBe(0)
    expect([...complaints, ...other.complaints]).toEqual([])
    await close()
    await other.close()
  })

  test('merges the edits of two people', async () => {
    const { path, markdown } = await aPage('Protokoll', { content: 'Anfang' })
    const one = await openAs(Role.member, 'de', path)
    const two = await openAs(Role.admin, 'en', path)
    const mine = one.page.getByRole('textbox', { name: 'Inhalt' })
    const theirs = two.page.getByRole('textbox', { name: 'Content' })
    await mine.getByText('Anfang').waitFor()
    await theirs.getByText('Anfang').waitFor()
    await mine.press('Control+Home')
    await one.page.keyboard.type('Der ')
    await theirs.getByText('Der Anfang').waitFor()
    await theirs.press('Control+End')
    await two.page.keyboard.type(' ist gemacht')
    await mine.getByText('ist gemacht').waitFor()
    await expect.poll(markdown).toBe('Der Anfang ist gemacht\n')
    expect([...one.complaints, ...two.complaints]).toEqual([])
    await one.close()
    await two.close()
  })

  test('keeps content of the service that the editor does not know', async () => {
    const { path, markdown } = await aPage('Alles', { content })
    const before = await markdown()
    const { page, close } = await openAs(Role.member, 'de', path)
    const text = page.getByRole('textbox', { name: 'Inhalt' })
    await text.getByRole('heading', { name: 'Ablauf' }).waitFor()
    await text.getByRole('checkbox', { name: 'Erledigt: Offen' }).check()
    await expect.poll(markdown).toBe(before.replace('[ ] Offen', '[x] Offen'))
    await close()
  })

  test('inserts blocks and mentions by keyboard', async () => {
    const { path, markdown } = await aPage('Notizen')
    const { page, complaints, memberId, close } = await openAs(Role.member, 'en', path)
    const text = page.getByRole('textbox', { name: 'Content' })
    await text.click()
    await page.keyboard.type('/task')
    await page.getByRole('option', { name: 'Task list' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ask @Alma')
    await page.getByRole('option', { name: 'Alma Rose' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('first')
    await expect.poll(markdown).toMatch(/^- \[ \] Ask \[@Alma Rose\]\(mention:[\da-f-]{36}\) first\n$/)
    expect(memberId).toBeTruthy()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Insert' }).click()
    await page.getByRole('menuitem', { name: 'Table' }).click()
    await text.getByRole('table').waitFor()
    await page.getByRole('button', { name: 'Edit table' }).click()
    await page.getByRole('menuitem', { name: 'Row below' }).click()
    await expect.poll(() => text.getByRole('row').count()).toBe(4)
    expect(complaints).toEqual([])
    await close()
  })

  test('renames, moves and deletes pages in the tree live; a viewer reads', async () => {
    const { id } = await aPage('Wurzel')
    const branch = await aPage('Ast', { parent_id: id })
    await aPage('Blatt')
    const { page, complaints, close } = await openAs(Role.member, 'en', '/pages')
    const other = await openAs(Role.viewer, 'de', '/pages')
    const act = async (title: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).press('Enter')
      await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
    }
    await act('Blatt', 'Move Blatt')
    await page.getByLabel('Parent page').selectOption({ label: '– Ast' })
    await page.getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await page.getByText('“Blatt” moved.').waitFor()
    const parent = async () => (await at.owner.rest('GET', '/pages?q=Blatt')).body.pages[0].parent_id
    expect(await parent()).toBe(branch.id)
    await page.keyboard.press('Control+z')
    await page.getByText('Undone.').waitFor()
    expect(await parent()).toBeNull()
    await act('Blatt', 'Move Blatt')
    await page.getByLabel('Parent page').selectOption({ label: '– Ast' })
    await page.getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await expect.poll(parent).toBe(branch.id)
    await act('Ast', 'Rename')
    await page.getByRole('textbox', { name: 'Title' }).fill('Zweig')
    await page.keyboard.press('Enter')
    await other.page.getByRole('link', { name: 'Zweig' }).waitFor()
    await act('Wurzel', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('“Wurzel” deleted.').waitFor()
    await expect.poll(() => other.page.getByRole('row', { name: 'Wurzel' }).count()).toBe(0)
    expect(await other.page.getByRole('button', { name: /^Aktionen/ }).count()).toBe(0)
    // By arrows and Enter.
    await other.page.getByRole('row', { name: 'Handbuch' }).press('ArrowDown')
    await other.page.keyboard.press('Enter')
    await other.page.getByRole('heading', { level: 1, name: 'Kapitel' }).waitFor()
    expect(await other.page.getByRole('link', { name: 'Neue Seite' }).count()).toBe(0)
    expect([...complaints, ...other.complaints]).toEqual([])
    await close()
    await other.close()
  })

  test('moves pages by drag or Alt and arrows, live, with undo', async () => {
    const root = await aPage('Haus')
    for (const title of ['Küche', 'Bad']) await aPage(title, { parent_id: root.id })
    await aPage('Garten')
    const { page, complaints, close } = await openAs(Role.member, 'de', '/pages')
    const other = await openAs(Role.viewer, 'en', '/pages')
    const row = (title: string, on = page) => on.getByRole('row', { name: title })
    /** What lies under the house, and how deep, as somebody sees it. */
    const under = async (on = page) => {
      const rows = await on
        .getByRole('row')
        .evaluateAll((all) => all.map((each) => `${each.ariaLevel} ${each.querySelector('a')?.textContent}`))
      const begin = rows.indexOf('1 Haus')
      const end = rows.findIndex((each, index) => index > begin && each.startsWith('1 '))
      return rows.slice(begin + 1, end < 0 ? undefined : end)
    }
    const stored = async () => {
      const { body } = await at.owner.rest('GET', '/pages/tree')
      const branches = (body.tree ?? body) as { title: string; children: { title: string }[] }[]
      return branches.find(({ title }) => title === 'Haus')?.children.map(({ title }) => title)
    }
    await expect.poll(() => under()).toEqual(['2 Küche', '2 Bad'])

    // By pointer: into it, before another, and behind one.
    const bottom = { targetPosition: { x: 60, y: 30 } }
    await row('Garten').dragTo(row('Haus'), bottom)
    await expect.poll(() => under()).toEqual(['2 Garten', '2 Küche', '2 Bad'])
    await expect.poll(stored).toEqual(['Garten', 'Küche', 'Bad'])
    await expect.poll(() => under(other.page)).toEqual(['2 Garten', '2 Küche', '2 Bad'])
    await row('Garten').dragTo(row('Bad'), { targetPosition: { x: 60, y: 33 } })
    await expect.poll(() => under()).toEqual(['2 Küche', '2 Bad', '2 Garten'])
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await expect.poll(() => under()).toEqual(['2 Garten', '2 Küche', '2 Bad'])

    // By keyboard: past one, under it, out again, and to the top.
    await row('Küche').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => under()).toEqual(['2 Küche', '2 Garten', '2 Bad'])
    await expect.poll(() => row('Küche').evaluate((each) => each === document.activeElement)).toBe(true)
    await row('Garten').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => under()).toEqual(['2 Küche', '3 Garten', '2 Bad'])
    await expect.poll(() => row('Garten').evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => under()).toEqual(['2 Küche', '2 Garten', '2 Bad'])
    await expect.poll(stored).toEqual(['Küche', 'Garten', 'Bad'])

    // Nothing comes to lie under itself; what is refused stands where it stood; who reads moves nothing.
    await row('Haus').dragTo(row('Bad'), bottom)
    expect(await under()).toEqual(['2 Küche', '2 Garten', '2 Bad'])
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('movePage') ? route.abort() : route.continue(),
    )
    await row('Bad').press('Alt+ArrowUp')
    await page.locator('.notice.danger').waitFor()
    await expect.poll(() => under()).toEqual(['2 Küche', '2 Garten', '2 Bad'])
    await expect.poll(() => row('Bad').evaluate((each) => each === document.activeElement)).toBe(true)
    await row('Bad', other.page).press('Alt+ArrowUp')
    await row('Bad', other.page).dragTo(row('Küche', other.page))
    expect(await stored()).toEqual(['Küche', 'Garten', 'Bad'])
    expect([...complaints.filter((each) => !each.includes('ERR_FAILED')), ...other.complaints]).toEqual([])
    await close()
    await other.close()
  })

  test('ignores a response from before a move', async () => {
    const root = await aPage('Hof')
    for (const title of ['Scheune', 'Stall']) await aPage(title, { parent_id: root.id })
    const { page, close } = await openAs(Role.member, 'de', '/pages')
    const order = async () => (await page.getByRole('row').allTextContents()).join()
    await expect.poll(order).toMatch(/Hof,Scheune,Stall/)
    const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isHeld = false
    await page.route('**/graphql', async (route) => {
      if (isHeld || !route.request().postData()?.includes('query PageTree')) return route.continue()
      isHeld = true
      const response = await route.fetch()
      asked.resolve()
      await release.promise
      await route.fulfill({ response })
    })
    // Somebody else's page has the tree asked for anew, and the answer is on its way for a while.
    await aPage('Brunnen')
    await asked.promise
    const moved = page.waitForResponse((response) => !!response.request().postData()?.includes('movePage'))
    await page.getByRole('row', { name: 'Stall' }).press('Alt+ArrowUp')
    await moved
    await expect.poll(order).toMatch(/Hof,Stall,Scheune/)
    await page.evaluate(() => {
      const seen = new Set<string>()
      Object.assign(window, { seen })
      const look = () => {
        seen.add([...document.querySelectorAll('[role=row] a')].map((each) => each.textContent).join())
        requestAnimationFrame(look)
      }
      look()
    })
    const answered = page.waitForResponse((response) => !!response.request().postData()?.includes('query PageTree'))
    release.resolve()
    await answered
    await page.getByRole('row', { name: 'Brunnen' }).waitFor()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
    expect(seen.at(-1)).toMatch(/Hof,Stall,Scheune/)
    expect(seen.filter((each) => each.includes('Scheune,Stall'))).toEqual([])
    await close()
  })

  test('handles a tree of 1,000 pages by keyboard, type-ahead, drag and search, with counts', async () => {
    const root = await aPage('Archiv')
    await aPage('Akte 1', { parent_id: root.id })
    await at.app.system.query(
      `insert into pages (organization_id, id, created_at, updated_at, title, parent_id, rank, content_id, text)
       select organization_id, gen_random_uuid(), created_at, updated_at, 'Akte ' || number, parent_id, rank + number * 1000, content_id, ''
       from pages cross join generate_series(2, 1000) number where organization_id = $1 and parent_id = $2`,
      [at.organizationId, root.id],
    )
    const { page, complaints, close } = await openAs(Role.member, 'de', '/pages')
    const row = (title: string) => page.getByRole('row', { name: title, exact: true })
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel)
    await row('Archiv').focus()
    await row('Akte 1').waitFor()
    // What is out of sight is not built.
    expect(await page.getByRole('row').count()).toBeLessThan(100)
    // Where a window ends between two pixels, so may a row.
    const sees = (title: string) =>
      row(title).evaluate((each) => {
        const { top, bottom } = each.getBoundingClientRect()
        return top > -1 && bottom < innerHeight + 1
      })
    // A page of the tree is what a window shows of it.
    for (const key of ['PageDown', 'PageDown', 'PageUp']) {
      const from = await focused()
      await page.keyboard.press(key)
      await expect.poll(focused).not.toBe(from)
      await expect.poll(async () => sees(String(await focused()))).toBe(true)
    }
    expect(Number((await focused())?.match(/\d+/)?.[0])).toBeGreaterThan(5)
    expect(Number((await focused())?.match(/\d+/)?.[0])).toBeLessThan(50)

    const last = await page.evaluate(async () => {
      const query = '{ pageTree }'
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
      const tree = (await answer.json()).data.pageTree as { title: string; children: { title: string }[] }[]
      return tree.at(-1)?.children.at(-1)?.title ?? tree.at(-1)?.title
    })
    await page.keyboard.press('End')
    await expect.poll(focused).toBe(last)
    await expect.poll(() => sees(String(last))).toBe(true)
    await page.keyboard.press('Home')
    await expect.poll(focused).not.toBe(last)
    await page.keyboard.type('Akte 250', { delay: 20 })
    await expect.poll(focused).toBe('Akte 250')
    expect(
      await row('Akte 250').evaluate(({ ariaLevel, ariaPosInSet, ariaSetSize }) => [
        ariaLevel,
        ariaPosInSet,
        ariaSetSize,
      ]),
    ).toEqual(['2', '250', '1000'])
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Akte 251')
    await page.keyboard.press('Alt+ArrowUp')
    const order = async () => {
      const { body } = await at.owner.rest('GET', '/pages/tree')
      const branches = (body.tree ?? body) as { title: string; children: { title: string }[] }[]
      return branches.find(({ title }) => title === 'Archiv')?.children.map(({ title }) => title) ?? []
    }
    await expect
      .poll(async () => (await order()).slice(248, 252))
      .toEqual(['Akte 249', 'Akte 251', 'Akte 250', 'Akte 252'])
    await expect.poll(focused).toBe('Akte 251')
    await page.getByRole('status').getByText('„Akte 251“').waitFor()
    await row('Akte 252').dragTo(row('Akte 251'), { targetPosition: { x: 60, y: 4 } })
    await expect
      .poll(async () => (await order()).slice(248, 252))
      .toEqual(['Akte 249', 'Akte 252', 'Akte 251', 'Akte 250'])

    // One menu for all, at the button of each; the focus comes back to its row.
    await page.getByRole('button', { name: 'Aktionen für Akte 251', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Neue Unterseite' }).waitFor()
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=row]')?.ariaLabel))
      .toBe('Akte 251')

    // What the browser does not find, as it is not built, is found by its own field: among those above it, opened.
    await page.getByRole('searchbox').fill('AKTE 99')
    const found = ['Archiv', 'Akte 99', ...Array.from({ length: 10 }, (_, index) => `Akte ${990 + index}`)]
    await expect
      .poll(() => page.getByRole('row').evaluateAll((all) => all.map((each) => each.ariaLabel)))
      .toEqual(found)
    expect(new URL(page.url()).searchParams.get('q')).toBe('AKTE 99')
    await page.getByRole('searchbox').fill('Niemals')
    await page.getByText('Keine Seite passt zu „Niemals“.').waitFor()
    await page.getByRole('searchbox').fill('')
    await row('Akte 1').waitFor()
    expect(await runAxe(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('previews and restores a version', async () => {
    const { id, path, markdown } = await aPage('Preise', { content: 'Alt' })
    await at.owner.rest('PUT', `/pages/${id}/content`, { content: 'Neu' })
    const { page, complaints, close } = await openAs(Role.member, 'de', path)
    await page.getByRole('textbox', { name: 'Inhalt' }).getByText('Neu').waitFor()
    await page.locator('.head').getByRole('button', { name: 'Aktionen für Preise' }).click()
    await page.getByRole('menuitem', { name: 'Versionen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('listitem').getByRole('button').last().click()
    await dialog.getByText('Alt', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Diese Version wiederherstellen' }).click()
    await page.getByRole('textbox', { name: 'Inhalt' }).getByText('Alt', { exact: true }).waitFor()
    expect(await markdown()).toBe('Alt\n')
    expect(complaints).toEqual([])
    await close()
  })

  test('finds and opens a page by title', async () => {
    await aPage('Ablage der Verträge')
    const { page, close } = await openAs(Role.viewer, 'en')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Quick search' }).waitFor()
    await page.keyboard.type('Ablage der')
    await page.getByRole('option', { name: /Ablage der Verträge/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ablage der Verträge' }).waitFor()
    await close()
  })
})
