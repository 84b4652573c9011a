import { describe, expect, test } from 'vitest'
import { sanitizeUserHtml } from '#core/text/html'
import { readCpuTime } from '../../harness/cpu-time.ts'

describe('keeps HTML that people write', () => {
  test.each([
    [
      'keeps text with its structure',
      '<h2>A</h2><p><strong>b</strong><br />c</p>',
      '<h2>A</h2><p><strong>b</strong><br />c</p>',
    ],
    ['loses scripts with what is in them', '<p>a</p><script>alert(1)</script><style>p{}</style>', '<p>a</p>'],
    ['loses handlers and styles', '<p onclick="x()" style="color:red" class="c">a</p>', '<p>a</p>'],
    ['keeps the text of what it does not know', '<marquee>a</marquee><svg><a>b</a></svg>', 'ab'],
    ['loses frames and forms', '<iframe src="//x"></iframe><form><input name="a"></form>a', 'a'],
    ['closes what was left open', '<p><em>a', '<p><em>a</em></p>'],
    ['escapes what looks like markup', '1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
  ])('%s', (_, html, cleaned) => {
    expect(sanitizeUserHtml(html).replaceAll('<a rel="noopener noreferrer nofollow">', '').replaceAll('</a>', '')).toBe(
      cleaned,
    )
  })
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '//evil.example/',
  ])('a link does not lead to %j', (href) => {
    expect(sanitizeUserHtml(`<a href="${href}">a</a>`)).toBe('<a rel="noopener noreferrer nofollow">a</a>')
  })
  test('keeps links to the web, without a referrer', () => {
    expect(sanitizeUserHtml('<a href="https://example.com/?a=1&amp;b" target="_blank" rel="opener">a</a>')).toBe(
      '<a href="https://example.com/?a=1&amp;b" rel="noopener noreferrer nofollow">a</a>',
    )
  })
  test('is idempotent', () => {
    const once = sanitizeUserHtml('<p>a<<b>script>alert(1)</b></p><a href="https://x.example">&lt;script&gt;</a>')
    expect(sanitizeUserHtml(once)).toBe(once)
    expect(once).not.toContain('<script')
  })
  test('cleans 64 KB of nested tags within a second', () => {
    const before = readCpuTime()
    sanitizeUserHtml('<b>'.repeat(21_845))
    sanitizeUserHtml('<blockquote><p>'.repeat(4_369))
    expect(readCpuTime() - before).toBeLessThan(1000)
  })
})
