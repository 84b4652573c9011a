import { SecondFactorDocument } from '#schema/web/graphql'
import { useQuery } from '../../graphql/client.ts'
import { Field } from '../../ui/field.tsx'
import { said as page } from './security.words.ts'

/** The code that is asked for beside the password, of whoever has a second factor. */
export function OwnCode({ wrong }: { wrong: string | undefined }) {
  const { data } = useQuery(SecondFactorDocument, {})
  const said = page.secondFactor
  if (!data?.secondFactor?.totp) return null
  return (
    <Field label={said.code} name="code" hint={said.codeHint} autoComplete="one-time-code" required wrong={wrong} />
  )
}

/** What was typed there; nothing where it was not asked for. */
export const codeOf = (code: string | undefined) => code?.trim() || null
