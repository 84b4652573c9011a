import { CreateFirstOrganizationDocument } from '#schema/web/graphql'
import { send } from '../graphql/send.ts'
import { language, t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Check, Field } from '../ui/field.tsx'
import { type Filled, Form } from '../ui/form.tsx'

interface FirstRunProps {
  offersDemo: boolean
  onSignedIn: () => void
}

/** The first organization of an installation: for whoever reads its console. */
export function FirstRun({ offersDemo, onSignedIn }: FirstRunProps) {
  const { firstRun: messages, entrance, setPassword } = t
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
        <h1>{messages.title}</h1>
        <p className="quiet">{messages.text}</p>
      </div>
      <Form send={create}>
        {({ wrong, isBusy }) => (
          <>
            <Field label={messages.code} name="code" hint={messages.codeHint} required autoFocus wrong={wrong.code} />
            <Field
              label={messages.organization}
              name="organizationName"
              autoComplete="organization"
              required
              wrong={wrong.organizationName}
            />
            <Field label={messages.name} name="name" autoComplete="name" required wrong={wrong.name} />
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
            {offersDemo && <Check label={messages.demo} name="demo" hint={messages.demoHint} />}
            <Button type="submit" look={['primary', 'wide']} isBusy={isBusy}>
              {messages.submit}
            </Button>
          </>
        )}
      </Form>
    </div>
  )
}
