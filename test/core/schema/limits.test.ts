import { getIntrospectionQuery } from 'graphql'
import { describe, expect, test } from 'vitest'
import { house } from '../../harness/house.ts'

const at = house()

const refusal = async (query: string) => (await at.owner.graphql(query)).errors?.[0]?.message

describe('document limits', () => {
  test('too many aliases', async () => {
    const aliases = (count: number) =>
      `{ ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} }`
    expect(
      await refusal(`{ clients { ${Array.from({ length: 16 }, (_, index) => `a${index}: total`).join(' ')} } }`),
    ).toMatch(/aliases/)
    expect(await refusal(aliases(10))).toBeUndefined()
  })
  test('too many root fields', async () => {
    expect(await refusal(`{ ${'clients { total } '.repeat(11)} }`)).toMatch(/root fields/)
  })
  test('too many tokens', async () => {
    expect(await refusal(`{ clients { clients { ${'name '.repeat(1000)} } } }`)).toMatch(/token/i)
  })
  test('too deep, also through fragments', async () => {
    const deep = (levels: number): string => (levels ? `client { invoices { ${deep(levels - 1)} } }` : 'id')
    expect(await refusal(`{ invoices { invoices { ${deep(5)} } } }`)).toMatch(/levels/)
    const fragments = `query { invoices { invoices { ...a } } }
      fragment a on Invoice { client { invoices { ...b } } } fragment b on Invoice { client { invoices { ...c } } }
      fragment c on Invoice { client { invoices { ...d } } } fragment d on Invoice { client { invoices { id } } }`
    expect(await refusal(fragments)).toMatch(/levels/)
    expect(await refusal(`{ invoices(perPage: 5) { invoices { ${deep(2)} } } }`)).toBeUndefined()
  })
  test('exponential fragments, before they are expanded', async () => {
    const chain = Array.from(
      { length: 60 },
      (_, index) => `fragment f${index} on Client { ...f${index + 1} ...f${index + 1} }`,
    ).join('\n')
    expect(await refusal(`{ clients { clients { ...f0 } } } ${chain} fragment f60 on Client { id }`)).toMatch(
      /selections/,
    )
  })
  test('exponential fragments in an introspection', async () => {
    const chain = Array.from(
      { length: 60 },
      (_, index) => `fragment f${index} on __Type { ofType { ...f${index + 1} } interfaces { ...f${index + 1} } }`,
    ).join('\n')
    expect(await refusal(`{ __schema { types { ...f0 } } } ${chain} fragment f60 on __Type { name }`)).not.toBe('')
  })
})

describe('without a token', () => {
  test('introspection is allowed', async () => {
    const { data } = await at.nobody.graphql(getIntrospectionQuery())
    expect(data.__schema.queryType.name).toBe('Query')
  })
  test('everything else is unauthorized', async () => {
    const { data, errors } = await at.nobody.graphql('{ clients { total } }')
    expect(data).toEqual({ clients: null })
    expect(errors?.[0].extensions).toEqual({ code: 'unauthorized', status: 401 })
  })
})

describe('over HTTP', () => {
  test('a malformed token is 401, whatever the document', async () => {
    for (const authorization of [
      'Bearer kontor_wrong',
      'Basic Zm9vOmJhcg==',
      `Bearer ${at.owner.token?.slice(0, -1)}!`,
    ]) {
      const { statusCode } = await at.app.server.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization },
        payload: { query: '{ __typename }' },
      })
      expect(statusCode).toBe(401)
    }
  })
  test('an unknown token is 401', async () => {
    const { createToken } = await import('#core/access/bearer')
    const { statusCode } = await at.app.server.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${createToken(at.organizationId).token}` },
      payload: { query: '{ clients { total } }' },
    })
    expect(statusCode).toBe(401)
  })
  test('a resolver error is 200 with errors', async () => {
    const { statusCode, body } = await at.app.server.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${at.owner.token}` },
      payload: { query: '{ client(id: "00000000-0000-4000-8000-000000000000") { id } }' },
    })
    expect(statusCode).toBe(200)
    expect(JSON.parse(body).errors[0].extensions).toEqual({ code: 'not_found', status: 404 })
  })
  test('messages follow Accept-Language', async () => {
    const message = async (language: string) =>
      (await at.owner.rest('POST', '/clients', {}, { 'accept-language': language })).body.message
    expect(await message('de-DE,de;q=0.9')).toBe('name fehlt.')
    expect(await message('fr, en;q=0.5, de;q=0.2')).toBe('name is required.')
  })
})
