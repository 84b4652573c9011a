import { expect, test } from 'vitest'
import { letter } from '#core/mail/letter'

const whole = {
  language: 'de',
  preheader: 'Ihre Rechnung über 1.190,00 €',
  greeting: 'Guten Tag Frau Müller,',
  paragraphs: ['anbei Ihre Rechnung.\nSie ist bis zum 1. Dezember fällig.', 'Mit freundlichen Grüßen'],
  action: { label: 'Rechnung ansehen', url: 'https://kontor.example/sign/abc?x=1&y=2' },
  footer: ['Müller & Söhne GmbH', 'Weg 1, 10115 Berlin'],
} as const

test('the plain text says all that the letter says', () => {
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

test('the HTML says the same, in the same order', () => {
  const { html } = letter(whole)
  const said = html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<br>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .split('\n')
    .filter((line) => line.trim() !== '')
  expect(said).toEqual([
    'Ihre Rechnung über 1.190,00 €',
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

test('a letter may be a single paragraph', () => {
  const { text, html } = letter({ language: 'en', paragraphs: ['Hello'], footer: [] })
  expect(text).toBe('Hello\n')
  expect(html).toContain('<html lang="en"')
  expect(html).toContain('<title>Hello</title>')
  expect(html).not.toMatch(/undefined|null|<a /)
})

test('every text is escaped, wherever it stands', () => {
  const evil = `<script>alert("1")</script>'&amp;<%= 1 %>`
  const { html } = letter({
    language: 'en',
    preheader: evil,
    greeting: evil,
    paragraphs: [evil, `a\n${evil}`],
    action: { label: evil, url: `https://kontor.example/"onclick="x${evil}` },
    footer: [evil],
  })
  expect(html.match(/<script|onclick="/g)).toBe(null)
  expect(html.match(/&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;/g)).toHaveLength(10)
  expect(html).toContain('&amp;amp;')
})

test('an action leads to the web and nowhere else', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'ftp://x', '//x', ' https://x'])
    expect(() => letter({ ...whole, action: { label: 'x', url } }), url).toThrow(TypeError)
})

test('nothing is fetched, tables are no data, and dark and light are both served', () => {
  const { html } = letter(whole)
  expect(html).not.toMatch(/<img|src=|url\(|@import|<link|<script/)
  for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('role="presentation"')
  expect(html).toContain('prefers-color-scheme: dark')
  expect(html).toContain('name="color-scheme" content="light dark"')
})

test('text stands out from its ground by 4.5 to 1 at least, in light and in dark (WCAG 2.2, 1.4.3)', () => {
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (one: string, other: string) => {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  }
  const { html } = letter(whole)
  const dark = (name: string, property: string) =>
    new RegExp(`\\.${name}[^{]*\\{[^}]*?(?<!-)${property}: (#[0-9a-f]{6})`).exec(html)?.[1] ?? name
  const light = (name: string, property: string) =>
    new RegExp(`class="${name}"[^>]*style="[^"]*?(?<!-)${property}:(#[0-9a-f]{6})`).exec(html)?.[1] ?? name
  const button = /class="button".*?color:(#[0-9a-f]{6});font-weight/.exec(html)?.[1] ?? 'button'
  for (const [text, ground] of [
    [light('text', 'color'), light('card', 'background')],
    [light('quiet', 'color'), light('card', 'background')],
    [light('quiet', 'color'), light('page', 'background')],
    [button, light('button', 'background')],
    [dark('text', 'color'), dark('card', 'background')],
    [dark('quiet', 'color'), dark('card', 'background')],
    [dark('quiet', 'color'), dark('page', 'background')],
    [dark('button a', 'color'), dark('button', 'background')],
  ] as const)
    expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
})
