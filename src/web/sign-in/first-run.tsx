import { CreateFirstOrganizationDocument } from '#schema/web/graphql'
import { fetchGraphql } from '../graphql/fetch-graphql.ts'
import { language, t } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, TextField } from '../ui/field.tsx'
import { Form, type FormValues } from '../ui/form.tsx'

interface FirstRunProps {
  offersDemo: boolean
  onSignedIn: () => void
}

/** Creates the first organization, with the code from the server's log. */
export function FirstRun({ offersDemo, onSignedIn }: FirstRunProps) {
  const { firstRun: messages, entrance, setPassword } = t
  const create = async ({
    code = '',
    organizationName = '',
    name = '',
    email = '',
    password = '',
    demo,
  }: FormValues) => {
    const outcome = await fetchGraphql(CreateFirstOrganizationDocument, {
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
        {({ errors, isBusy }) => (
          <>
            <TextField
              label={messages.code}
              name="code"
              hint={messages.codeHint}
              required
              autoFocus
              error={errors.code}
            />
            <TextField
              label={messages.organization}
              name="organizationName"
              autoComplete="organization"
              required
              error={errors.organizationName}
            />
            <TextField label={messages.name} name="name" autoComplete="name" required error={errors.name} />
            <TextField
              label={entrance.email}
              name="email"
              type="email"
              autoComplete="username"
              required
              error={errors.email}
            />
            <TextField
              label={entrance.password}
              name="password"
              type="password"
              autoComplete="new-password"
              hint={setPassword.hint}
              required
              error={errors.password}
            />
            {offersDemo && <Checkbox label={messages.demo} name="demo" hint={messages.demoHint} />}
            <Button type="submit" variant={['primary', 'wide']} isBusy={isBusy}>
              {messages.submit}
            </Button>
          </>
        )}
      </Form>
    </div>
  )
}
