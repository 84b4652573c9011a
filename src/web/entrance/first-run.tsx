import { CreateFirstOrganizationDocument } from '#schema/web/graphql'
import { send } from '../graphql/send.ts'
import { Button } from '../ui/button.tsx'
import { Check, Field } from '../ui/field.tsx'
import { type Filled, Form } from '../ui/form.tsx'
import { language, words } from '../words/words.ts'

interface FirstRunProps {
  offersDemo: boolean
  onSignedIn: () => void
}

/** The first organization of an installation: for whoever reads its console. */
export function FirstRun({ offersDemo, onSignedIn }: FirstRunProps) {
  const { firstRun: said, entrance, setPassword } = words
  const create = async ({ code = '', organizationName = '', name = '', email = '', password = '', demo }: Filled) => {
    const outcome = await send(CreateFirstOrganizationDocument, {
      ...{ code: code.trim(), organizationName, name, email, password, language, demo: demo !== undefined },
    })
    if (outcome.data) onSignedIn()
    return outcome
  }
  return (
    <div className="card form part">
      <div>
        <h1>{said.title}</h1>
        <p className="quiet">{said.text}</p>
      </div>
      <Form send={create}>
        {({ wrong, isBusy }) => (
          <>
            <Field label={said.code} name="code" hint={said.codeHint} required autoFocus wrong={wrong.code} />
            <Field
              label={said.organization}
              name="organizationName"
              autoComplete="organization"
              required
              wrong={wrong.organizationName}
            />
            <Field label={said.name} name="name" autoComplete="name" required wrong={wrong.name} />
            <Field
              label={entrance.email}
              name="email"
              type="email"
              autoComplete="username"
              required
              wrong={wrong.email}
            />
            <Field
              label={entrance.password}
              name="password"
              type="password"
              autoComplete="new-password"
              hint={setPassword.hint}
              required
              wrong={wrong.password}
            />
            {offersDemo && <Check label={said.demo} name="demo" hint={said.demoHint} />}
            <Button type="submit" look={['primary', 'wide']} isBusy={isBusy}>
              {said.submit}
            </Button>
          </>
        )}
      </Form>
    </div>
  )
}
