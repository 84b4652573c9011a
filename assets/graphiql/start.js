// The token stands in the headers' editor, and goes with operations and, as the socket's first word, subscriptions.
const fetcher = GraphiQL.createFetcher({
  url: '/graphql',
  subscriptionUrl: `${location.origin.replace(/^http/, 'ws')}/graphql`,
})
// Without a token the schema can still be read: an empty one is not sent.
const sent = (headers = {}) =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value])
      .filter(([name, value]) => name !== 'authorization' || /^Bearer +\S/.test(value)),
  )
// GraphiQL's history would keep the headers with each operation, and so the token.
const withoutHeaders = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), (name, value) => (name === 'headers' ? undefined : value))
  } catch {
    return text
  }
}
const storage = {
  get length() {
    return localStorage.length
  },
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, withoutHeaders(text)),
  removeItem: (key) => localStorage.removeItem(key),
  clear: () => localStorage.clear(),
}
const ui = document.getElementById('ui')
ReactDOM.createRoot(ui).render(
  React.createElement(GraphiQL, {
    fetcher: (operation, options = {}) => fetcher(operation, { ...options, headers: sent(options.headers) }),
    defaultHeaders: JSON.stringify({ authorization: 'Bearer ' }, null, 2),
    defaultEditorToolsVisibility: 'headers',
    defaultQuery: '{ me { name role } clients { total } }',
    storage,
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
  }),
)
// The editors come without names, and what scrolls in them is not reached by keys.
const names = ['Query', 'Variables', 'Headers', 'Answer']
const nameEditors = () => {
  document.querySelectorAll('.CodeMirror').forEach((editor, index) => {
    editor.querySelector('textarea')?.setAttribute('aria-label', names[index])
    editor.querySelector('.CodeMirror-scroll')?.setAttribute('tabindex', '0')
  })
}
new MutationObserver(nameEditors).observe(ui, { childList: true, subtree: true })
