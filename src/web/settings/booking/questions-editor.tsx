import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import type { EventTypeSettingsFragment, QuestionKind } from '#schema/web/graphql'
import { Button } from '../../ui/button.tsx'
import { Checkbox, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { preserveFocus, sameControlInNextRow } from '../../ui/focus.ts'
import { messages } from './booking.messages.ts'

type SavedQuestion = EventTypeSettingsFragment['questions'][number]

/** A question while editing. Its choices are lines of a text. */
interface DraftQuestion {
  /** React key that survives reordering. */
  id: string
  /** Identifies the answers. Null until a new question is saved. */
  key: string | null
  label: string
  kind: QuestionKind
  required: boolean
  choices: string
}

export const toDraftQuestions = (known: readonly SavedQuestion[]): DraftQuestion[] =>
  known.map(({ choices, ...question }) => ({ ...question, id: question.key, choices: choices.join('\n') }))

/** Questions as API input. Existing keys are kept, as answers refer to them; new ones are derived from the label. */
export function toQuestionInput(questions: readonly DraftQuestion[]) {
  const taken = new Set(questions.map(({ key }) => key))
  return questions.map(({ key: known, label, kind, required, choices }) => {
    const key = known ?? createUniqueKey(label, taken)
    taken.add(key)
    const lines = choices.split('\n').flatMap((line) => line.trim() || [])
    return { ...{ key, kind, required }, label: label.trim(), choices: kind === 'choice' ? lines : [] }
  })
}

function createUniqueKey(label: string, taken: ReadonlySet<string | null>): string {
  const plain = label
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/^[^a-z]+/, '')
    .trim()
    .replaceAll(' ', '_')
    .slice(0, 32)
  for (let number = 1; ; number++) {
    const key = number === 1 ? plain || 'frage' : `${plain || 'frage'}_${number}`
    if (!taken.has(key)) return key
  }
}

const maxQuestions = 20

interface QuestionsEditorProps {
  questions: readonly DraftQuestion[]
  onChange: (questions: DraftQuestion[]) => void
  pathErrors: Readonly<Record<string, string>>
}

/** Edits the questions for guests and their order. */
export function QuestionsEditor({ questions, onChange, pathErrors }: QuestionsEditorProps) {
  const list = useRef<HTMLOListElement>(null)
  const put = (index: number, changed: Partial<DraftQuestion>) =>
    onChange(questions.map((question, at) => (at === index ? { ...question, ...changed } : question)))
  const move = (index: number, by: 1 | -1) => {
    const moved = [...questions]
    const [question] = moved.splice(index, 1)
    if (question) moved.splice(index + by, 0, question)
    onChange(moved)
  }
  const add = () => {
    const fresh: DraftQuestion = {
      ...{ id: crypto.randomUUID(), key: null, label: '' },
      ...{ kind: 'text', required: false, choices: '' },
    }
    onChange([...questions, fresh])
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('input')?.focus())
  }
  return (
    <>
      {questions.length > 0 && (
        <ol className="questions" ref={list}>
          {questions.map((question, index) => {
            const called = messages.question(String(index + 1))
            return (
              <li key={question.id}>
                <fieldset>
                  <legend>{called}</legend>
                  <div className="row-actions">
                    <Button
                      variant={['plain', 'small']}
                      aria-label={messages.up(called)}
                      disabled={index === 0}
                      onClick={() => move(index, -1)}
                    >
                      <ArrowUp size={16} aria-hidden />
                    </Button>
                    <Button
                      variant={['plain', 'small']}
                      aria-label={messages.down(called)}
                      disabled={index === questions.length - 1}
                      onClick={() => move(index, 1)}
                    >
                      <ArrowDown size={16} aria-hidden />
                    </Button>
                    <Button
                      variant={['plain', 'small']}
                      aria-label={messages.removeQuestion(called)}
                      onClick={({ currentTarget }) => {
                        preserveFocus(sameControlInNextRow(currentTarget))
                        onChange(questions.filter((_, at) => at !== index))
                      }}
                    >
                      <X size={16} aria-hidden />
                    </Button>
                  </div>
                  <div className="row">
                    <TextField
                      label={messages.questionLabel}
                      name={`questions.${index}.label`}
                      value={question.label}
                      onChange={({ currentTarget }) => put(index, { label: currentTarget.value })}
                      required
                      maxLength={200}
                      error={pathErrors[`questions.${index}.label`] ?? pathErrors[`questions.${index}.key`]}
                    />
                    <SelectField
                      label={messages.kind}
                      options={messages.kinds}
                      value={question.kind}
                      onChange={({ currentTarget }) => put(index, { kind: currentTarget.value as QuestionKind })}
                    />
                  </div>
                  {question.kind === 'choice' && (
                    <TextAreaField
                      label={messages.choices}
                      name={`questions.${index}.choices`}
                      hint={messages.choicesHint}
                      value={question.choices}
                      onChange={({ currentTarget }) => put(index, { choices: currentTarget.value })}
                      required
                      error={pathErrors[`questions.${index}.choices`]}
                    />
                  )}
                  <Checkbox
                    label={messages.required}
                    checked={question.required}
                    onChange={({ currentTarget }) => put(index, { required: currentTarget.checked })}
                  />
                </fieldset>
              </li>
            )
          })}
        </ol>
      )}
      {questions.length < maxQuestions && (
        <div>
          <Button onClick={add}>
            <Plus size={16} aria-hidden />
            {messages.addQuestion}
          </Button>
        </div>
      )}
    </>
  )
}
