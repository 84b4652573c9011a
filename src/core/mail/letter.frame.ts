/**
 * The HTML of every mail, for eta. Tables and inline styles, because mail programs know little else; the style element
 * only adds the dark colours. Nothing is fetched from anywhere. All text passes through eta's escaping.
 */
export const frame = `<!doctype html>
<html lang="<%= it.language %>" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title><%= it.title %></title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #12171c !important; }
  .card { background: #1d242b !important; border-color: #5fb0de !important; }
  .text { color: #e8ecf0 !important; }
  .quiet, .quiet a { color: #a3afbb !important; }
  .button { background: #5fb0de !important; }
  .button a { color: #0b1a24 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f5f7">
<% if (it.preheader) { %>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all"><%= it.preheader %></div>
<% } %>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f5f7">
<tr><td align="center" style="padding:32px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border-radius:8px;border-top:4px solid #0f4a6b">
<tr><td class="text" style="padding:32px 32px 16px;font:16px/1.55 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1c2129;text-align:left">
<% for (const lines of it.paragraphs) { %>
<p style="margin:0 0 16px"><% lines.forEach((line, index) => { %><% if (index > 0) { %><br><% } %><%= line %><% }) %></p>
<% } %>
<% if (it.action) { %>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 16px"><tr>
<td class="button" bgcolor="#0f4a6b" style="background:#0f4a6b;border-radius:6px"><a href="<%= it.action.url %>" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:600;text-decoration:none"><%= it.action.label %></a></td>
</tr></table>
<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#5a6472"><%= it.instead %><br><a href="<%= it.action.url %>" style="color:#5a6472;word-break:break-all"><%= it.action.url %></a></p>
<% } %>
</td></tr>
</table>
<% if (it.footer.length > 0) { %>
<p class="quiet" style="margin:20px 0 0;font:13px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#5a6472"><% it.footer.forEach((line, index) => { %><% if (index > 0) { %><br><% } %><%= line %><% }) %></p>
<% } %>
</td></tr>
</table>
</body>
</html>
`
