import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The generated module with all documents. Bundlers load a module whole, however little of it a page needs. */
const generated = /^(?<file>.*\/schema\/web\/graphql\.ts)(?:\?document=(?<document>\w+))?$/
const imported = /import \{(?<names>[^}]*)\} from '(?<from>[./]+schema\/web\/graphql\.ts)'/g

/** Vite plugin. Makes each GraphQL document a module of its own, so that a page loads only those it sends. */
export const splitGraphqlDocuments: Plugin = {
  name: 'documents-apart',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.tsx?$/.test(id) || generated.test(id) || !code.includes('schema/web/graphql.ts')) return
    return {
      map: null,
      code: code.replace(imported, (_, names: string, from: string) => {
        const all = names.split(',').flatMap((name) => name.trim() || [])
        const isDocument = (name: string) => /^\w+Doc(ument)?$/.test(name)
        const types = all.filter((name) => !isDocument(name)).map((name) => name.replace(/^type /, ''))
        return [
          ...all.filter(isDocument).map((name) => `import { ${name} } from '${from}?document=${name}'`),
          ...(types.length > 0 ? [`import type { ${types.join(', ')} } from '${from}'`] : []),
        ].join(';')
      }),
    }
  },
  load(id) {
    const { file, document } = generated.exec(id)?.groups ?? {}
    if (!file || !document) return
    const source = readFileSync(file, 'utf8')
    const of = (pattern: RegExp) => {
      const [found] = pattern.exec(source) ?? []
      if (!found) throw new Error(`${file} has no ${document}. Generate it again: npm run codegen`)
      return found
    }
    if (document === 'TypedDocumentString') return of(/^export class TypedDocumentString[\s\S]*?^\}$/m)
    return `import { TypedDocumentString } from '${file}?document=TypedDocumentString'
${of(new RegExp(`^export const ${document} = new TypedDocumentString\\([\\s\\S]*?\\) as `, 'm'))} unknown`
  },
}
