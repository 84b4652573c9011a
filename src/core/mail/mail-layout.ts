/**
 * The HTML layout of all mails, an eta template. Tables and inline styles, because mail clients support little else; the style
 * element only adds dark mode. Nothing is loaded from the network: a logo is attached. All text is escaped.
 */
export const layout = `<!doctype html>
<html lang="<%= it.language %>" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title><%= it.title %></title>
<% const { ink, quiet, ground, raised, line, accent, onAccent, font, size, radius } = it.theme %>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: <%~ ground.dark %> !important; }
  .card { background: <%~ raised.dark %> !important; border-color: <%~ line.dark %> !important; border-top-color: <%~ accent.dark %> !important; }
  .text { color: <%~ ink.dark %> !important; }
  .name { color: <%~ accent.dark %> !important; }
  .quiet, .quiet a { color: <%~ quiet.dark %> !important; }
  .button { background: <%~ accent.dark %> !important; }
  .button a { color: <%~ onAccent.dark %> !important; }
  .logo { background: #ffffff !important; padding: 8px 12px !important; border-radius: <%~ radius.s %> !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:<%~ ground.light %>">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all"><%= it.preheader %><%~ '&#847;&zwnj;&nbsp;'.repeat(60) %></div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:<%~ ground.light %>">
<tr><td align="center" style="padding:32px 12px 40px;font-family:<%~ font %>">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:576px">
<tr><td role="banner" style="padding:0 8px 20px;text-align:left">
<h1 class="name" style="margin:0;font-size:<%~ size.l %>;line-height:1.4;font-weight:600;color:<%~ accent.light %>"><% if (it.sender.hasLogo) { %><img class="logo" src="cid:logo" alt="<%= it.sender.name %>" height="40" style="display:inline-block;border:0;height:40px;width:auto;max-width:280px"><% } else { %><%= it.sender.name %><% } %></h1>
</td></tr>
<tr><td class="card text" role="main" style="background:<%~ raised.light %>;border:1px solid <%~ line.light %>;border-top:3px solid <%~ accent.light %>;border-radius:<%~ radius.l %>;padding:32px 32px 16px;font-size:<%~ size.m %>;line-height:1.6;color:<%~ ink.light %>;text-align:left">
<% for (const paragraph of it.paragraphs) { %>
<% if (paragraph.facts) { %>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><% for (const [label, value] of paragraph.facts) { %>
<tr><td class="quiet" style="padding:4px 20px 4px 0;vertical-align:top;font-size:<%~ size.m %>;color:<%~ quiet.light %>"><%= label %></td><td class="text" style="padding:4px 0;vertical-align:top;font-size:<%~ size.m %>;font-weight:500;color:<%~ ink.light %>;overflow-wrap:anywhere"><%= value %></td></tr><% } %>
</table>
<% } else if (paragraph.link) { %>
<p style="margin:0 0 16px;overflow-wrap:anywhere"><%= paragraph.link.text %><br><a class="name" href="<%= paragraph.link.url %>" style="font-size:<%~ size.s %>;color:<%~ accent.light %>;word-break:break-all"><%= paragraph.link.url %></a></p>
<% } else { %>
<p style="margin:0 0 16px;overflow-wrap:anywhere"><% paragraph.lines.forEach((line, index) => { %><% if (index > 0) { %><br><% } %><%= line %><% }) %></p>
<% } %>
<% } %>
<% if (it.action) { %>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>
<td class="button" bgcolor="<%~ accent.light %>" style="background:<%~ accent.light %>;border-radius:<%~ radius.s %>"><a href="<%= it.action.url %>" style="display:inline-block;padding:12px 24px;color:<%~ onAccent.light %>;font-weight:600;text-decoration:none"><%= it.action.label %></a></td>
</tr></table>
<p class="quiet" style="margin:0 0 16px;font-size:<%~ size.s %>;color:<%~ quiet.light %>"><%= it.instead %><br><a href="<%= it.action.url %>" style="color:<%~ quiet.light %>;word-break:break-all"><%= it.action.url %></a></p>
<% } %>
</td></tr>
<% if (it.footer.length > 0) { %>
<tr><td class="quiet" role="contentinfo" style="padding:20px 8px 0;font-size:<%~ size.s %>;line-height:1.5;color:<%~ quiet.light %>;text-align:left"><% it.footer.forEach((line, index) => { %><% if (index > 0) { %><br><% } %><%= line %><% }) %></td></tr>
<% } %>
</table>
</td></tr>
</table>
</body>
</html>
`
