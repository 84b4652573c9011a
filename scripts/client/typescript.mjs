// The compiler in JavaScript, which openapi-typescript makes its types with: the project's own has no such interface any more.
export { ts as default } from '@ts-morph/common'
