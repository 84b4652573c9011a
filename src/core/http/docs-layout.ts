import type { Language } from '#core/text/language'

const words = {
  de: { skip: 'Zum Inhalt', more: 'Nachschlagen', reference: 'Referenz aller Operationen', other: 'English' },
  en: { skip: 'Skip to content', more: 'Look up', reference: 'Reference of all operations', other: 'Deutsch' },
} as const

const otherThan = { de: 'en', en: 'de' } as const

/** A page of the documentation with navigation and a link to the other language. */
export interface DocsPage {
  language: Language
  address: (language: Language) => string
  /** `choices` is the navigation, `label` its name. */
  label: string
  choices: string
  content: string
}

export function renderDocsBody({ language, address, label, choices, content }: DocsPage): string {
  const { skip, more, reference, other } = words[language]
  const another = otherThan[language]
  const here = address(language) === `/docs/${language}/reference` ? ' aria-current="page"' : ''
  return `<a class="skip" href="#content">${skip}</a>
<header><a class="brand" href="/docs/${language}">Kontor</a>
<a href="${address(another)}" hreflang="${another}" lang="${another}">${other}</a></header>
<div class="page">
<nav aria-label="${label}">
${choices}
<h2>${more}</h2>
<ul><li><a href="/docs/${language}/reference"${here}>${reference}</a></li><li><a href="/graphql">GraphiQL</a></li><li><a href="/api/v1/openapi.json">OpenAPI 3.1</a></li></ul>
</nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>`
}
