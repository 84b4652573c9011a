import { Eta } from 'eta'
import type { Language } from '../text/language.ts'

/** What a mail says; every text is plain, and escaped where it becomes HTML. */
export interface Letter {
  language: Language
  paragraphs: readonly string[]
  action?: { label: string; url: string }
  footer: readonly string[]
}

const eta = new Eta({ autoEscape: true, useWith: false })

// Tables and inline styles, because mail programs know nothing else; no remote images.
const frame = `<!doctype html>
<html lang="<%= it.language %>">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title></title></head>
<body style="margin:0;padding:0;background:#f3f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f7"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px;border-top:4px solid #0f4a6b">
<tr><td style="padding:32px 36px;font:16px/1.55 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1c2129">
<% for (const paragraph of it.paragraphs) { %><p style="margin:0 0 16px"><% paragraph.split('\\n').forEach((line, index) => { %><% if (index) { %><br><% } %><%= line %><% }) %></p>
<% } %><% if (it.action) { %><p style="margin:24px 0"><a href="<%= it.action.url %>" style="display:inline-block;padding:12px 22px;background:#0f4a6b;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600"><%= it.action.label %></a></p>
<% } %></td></tr></table>
<p style="margin:20px 0 0;font:13px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#5a6472"><% it.footer.forEach((line, index) => { %><% if (index) { %><br><% } %><%= line %><% }) %></p>
</td></tr></table>
</body>
</html>
`

/** The mail in both its forms. */
export function letter(content: Letter): { text: string; html: string } {
  const { paragraphs, action, footer } = content
  const parts = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), '-- ', footer.join('\n')]
  return { text: `${parts.join('\n\n')}\n`, html: eta.renderString(frame, content) }
}
