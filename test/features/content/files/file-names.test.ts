import { describe, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'
import { sendBody } from './upload.ts'

// RFC 7578 §5.1 has names in UTF-8; older programs send those of Windows.

const at = house()

async function nameOf(disposition: Buffer | string, { before = '', content = 'abc' } = {}) {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  const payload = Buffer.concat([
    latin1(`${before}--x\r\nContent-Disposition: form-data; name="file"; `),
    typeof disposition === 'string' ? latin1(disposition) : disposition,
    latin1(`\r\nContent-Type: text/plain\r\n\r\n${content}\r\n--x--\r\n`),
  ])
  const answer = await sendBody(at, 'owner', payload, { 'content-type': 'multipart/form-data; boundary=x' })
  return answer.status === 201 ? answer.body.name : answer.status
}

describe('the name of a file in a form', () => {
  test.each([
    ['cp1252', 'filename="B\xfcro.txt"', 'Büro.txt'],
    ['cp1252 with signs that latin-1 has not', 'filename="Preis \x80 \x96 \x84x\x93.txt"', 'Preis € – „x“.txt'],
    ['cp1252 without quotes', 'filename=B\xfcro.txt', 'Büro.txt'],
    ['cp1252 below a path', 'filename="C:\\Doks\\B\xfcro.txt"', 'Büro.txt'],
    ['UTF-8', Buffer.from('filename="Büro 漢.txt"'), 'Büro 漢.txt'],
    ['UTF-8 in NFD', Buffer.from('filename="Bu\u0308ro.txt"'), 'Büro.txt'],
    ['UTF-8 beyond what cp1252 is', Buffer.from('filename="Ã¼.txt"'), 'Ã¼.txt'],
    ['RFC 5987', "filename*=UTF-8''B%C3%BCro.txt", 'Büro.txt'],
    ['ASCII', 'filename="a b.txt"', 'a b.txt'],
    ['no sign', 'filename=""', 'file'],
    ['no sign but a path', 'filename="C:\\\\Doks\\\\"', 'file'],
  ])('in %s', async (_, disposition, name) => {
    expect(await nameOf(disposition)).toBe(name)
  })

  test('is not what stands in the file or in a field before it', async () => {
    const before = '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nfilename="x.txt"\r\n'
    const content = 'filename="B\xe4ro.txt"'
    expect(await nameOf('filename="B\xfcro.txt"', { before, content })).toBe('Büro.txt')
  })

  test('may be split between two chunks, and the file be large', async () => {
    const before = `--x\r\nContent-Disposition: form-data; name="note"\r\n\r\n${'a'.repeat(65_450)}\r\n`
    expect(await nameOf('filename="B\xfcro.txt"', { before, content: 'x'.repeat(1_000_000) })).toBe('Büro.txt')
  })
})
