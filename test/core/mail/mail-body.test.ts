import { expect, test } from 'vitest'
import { type MailBody, renderMailBody as write } from '#core/mail/mail-body'
import type { Sender } from '#core/mail/theme'
import { contrastRatio } from '#core/text/contrast'

const nordlicht: Sender = { name: 'Studio Nordlicht', accentColor: null, hasLogo: false }
const letter = ({ footer = [], ...content }: MailBody & { footer?: readonly string[] }, letterhead = nordlicht) =>
  write('Rechnung 42', content, letterhead, footer)

const whole = {
  language: 'de',
  preheader: 'Ihre Rechnung über 1.190,00 €',
  greeting: 'Guten Tag Frau Müller,',
  paragraphs: ['anbei Ihre Rechnung.\nSie ist bis zum 1. Dezember fällig.', 'Mit freundlichen Grüßen'],
  action: { label: 'Rechnung ansehen', url: 'https://kontor.example/sign/abc?x=1&y=2' },
  footer: ['Müller & Söhne GmbH', 'Weg 1, 10115 Berlin'],
} as const

test('the plain text contains everything', () => {
  expect(letter(whole).text).toBe(`Guten Tag Frau Müller,

anbei Ihre Rechnung.
Sie ist bis zum 1. Dezember fällig.

Mit freundlichen Grüßen

Rechnung ansehen:
https://kontor.example/sign/abc?x=1&y=2

-- 
Müller & Söhne GmbH
Weg 1, 10115 Berlin
`)
})

test('the HTML contains the same in the same order', () => {
  const { html } = letter(whole)
  const said = html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll('&#847;&zwnj;&nbsp;', '')
    .replaceAll(/<br>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .split('\n')
    .filter((line) => line.trim() !== '')
  expect(said).toEqual([
    'Ihre Rechnung über 1.190,00 €',
    'Studio Nordlicht',
    'Guten Tag Frau Müller,',
    'anbei Ihre Rechnung.',
    'Sie ist bis zum 1. Dezember fällig.',
    'Mit freundlichen Grüßen',
    'Rechnung ansehen',
    'Falls sich die Schaltfläche nicht öffnen lässt:',
    'https://kontor.example/sign/abc?x=1&y=2',
    'Müller & Söhne GmbH',
    'Weg 1, 10115 Berlin',
  ])
})

test('a mail may be a single paragraph', () => {
  const { text, html } = letter({ language: 'en', paragraphs: ['Hello'] })
  expect(text).toBe('Hello\n')
  expect(html).toContain('<html lang="en"')
  expect(html).toContain('<title>Rechnung 42</title>')
  expect(html).toMatch(/display:none[^>]*>Hello&/)
  expect(html).not.toMatch(/undefined|null|<a /)
})

test('all text is escaped', () => {
  const evil = `<script>alert("1")</script>'&amp;<%= 1 %>`
  const { html } = write(
    evil,
    {
      language: 'en',
      preheader: evil,
      greeting: evil,
      paragraphs: [evil, `a\n${evil}`, [[evil, evil]]],
      action: { label: evil, url: `https://kontor.example/"onclick="x${evil}` },
    },
    { name: evil, accentColor: null, hasLogo: true },
    [evil],
  )
  expect(html.match(/<script|onclick="/g)).toBe(null)
  expect(html.match(/&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;/g)).toHaveLength(13)
  expect(html).toContain('&amp;amp;')
})

test('an action links to http or https only', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'ftp://x', '//x', ' https://x'])
    expect(() => letter({ ...whole, action: { label: 'x', url } }), url).toThrow(TypeError)
})

test('loads nothing, uses layout tables, and supports light and dark', () => {
  const { html } = letter(whole)
  expect(html).not.toMatch(/<img|src=|url\(|@import|<link|<script/)
  for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('role="presentation"')
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html).toContain('name="color-scheme" content="light dark"')
})

test('text has a contrast of at least 4.5 to 1, in light and dark (WCAG 2.2, 1.4.3)', () => {
  for (const accentColor of [null, '#ffff00', '#000000', '#FFFFFF', '#7a7a7a', '#e4007f', '#0f4a6b']) {
    const { html } = letter(whole, { ...nordlicht, accentColor })
    const dark = (name: string, property: string) =>
      new RegExp(`\\.${name}[^{]*\\{[^}]*?(?<!-)${property}: (#[0-9a-f]{6})`).exec(html)?.[1] ?? name
    const light = (name: string, property: string) =>
      new RegExp(`class="[^"]*\\b${name}\\b[^"]*"[^>]*style="[^"]*?(?<!-)${property}:(#[0-9a-f]{6})`).exec(html)?.[1] ??
      name
    const button = /class="button".*?color:(#[0-9a-f]{6});font-weight/.exec(html)?.[1] ?? 'button'
    for (const [text, ground] of [
      [light('name', 'color'), light('page', 'background')],
      [dark('name', 'color'), dark('page', 'background')],
      [light('text', 'color'), light('card', 'background')],
      [light('quiet', 'color'), light('card', 'background')],
      [light('quiet', 'color'), light('page', 'background')],
      [button, light('button', 'background')],
      [dark('text', 'color'), dark('card', 'background')],
      [dark('quiet', 'color'), dark('card', 'background')],
      [dark('quiet', 'color'), dark('page', 'background')],
      [dark('button a', 'color'), dark('button', 'background')],
    ] as const)
      expect(contrastRatio(text, ground), `${accentColor}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
})

test('facts are shown as name and value, and as lines in plain text', () => {
  const { text, html } = letter({
    language: 'en',
    paragraphs: [
      'It is confirmed.',
      [
        ['When', '24 November 2026, 09:30'],
        ['Where', 'Here'],
      ],
    ],
  })
  expect(text).toBe('It is confirmed.\n\nWhen: 24 November 2026, 09:30\nWhere: Here\n')
  expect(html).toMatch(/>When<\/td>.*>24 November 2026, 09:30<\/td>.*>Where<\/td>.*>Here<\/td>/s)
  expect(html).toContain('It is confirmed. When: 24 November 2026, 09:30 Where: Here')
})

test('a logo is attached, and has a white background in dark mode', () => {
  const { html } = letter(whole, { ...nordlicht, hasLogo: true })
  expect(html).toContain('src="cid:logo" alt="Studio Nordlicht"')
  expect(html).toMatch(/\.logo \{ background: #ffffff/)
  expect(html.match(/src=/g)).toHaveLength(1)
})
