import {
  type ArgumentNode,
  type ASTNode,
  type ASTVisitor,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLInputType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  ProvidedRequiredArgumentsRule,
  specifiedRules,
  typeFromAST,
  type ValidationContext,
  type ValueNode,
  ValuesOfCorrectTypeRule,
} from 'graphql'
import { invalidField, missingField, nullNotAllowed, type Problem } from '#core/errors/problem'
import { wrongTypeProblem } from '#core/schema/parse-leaf'

/** Checks literals like variables, with the same status and field path. */
function literals(context: ValidationContext): ASTVisitor {
  const report = (problem: Problem, nodes: ASTNode) =>
    context.reportError(new GraphQLError(problem.message, { nodes, originalError: problem }))

  const check = (type: GraphQLInputType, node: ValueNode, path: string, isWhole = false): void => {
    if (node.kind === Kind.VARIABLE) return
    if (isNonNullType(type)) {
      if (node.kind === Kind.NULL) report(missingField(path), node)
      else check(type.ofType, node, path, isWhole)
      return
    }
    if (node.kind === Kind.NULL) return
    if (isListType(type)) {
      const items = node.kind === Kind.LIST ? node.values : [node]
      for (const [index, item] of items.entries())
        check(type.ofType, item, node.kind === Kind.LIST ? `${path}.${index}` : path)
      return
    }
    if (!isInputObjectType(type)) {
      try {
        if (type.parseLiteral(node, {}) !== undefined) return
      } catch {}
      report(wrongTypeProblem(type, path), node)
      return
    }
    if (node.kind !== Kind.OBJECT) {
      report(invalidField(path, { de: 'muss ein Objekt sein', en: 'must be an object' }), node)
      return
    }
    const inner = isWhole ? '' : `${path}.`
    const fields = type.getFields()
    for (const { name } of node.fields)
      if (!Object.hasOwn(fields, name.value))
        report(invalidField(inner + name.value, { de: 'gibt es hier nicht', en: 'is not a known field' }), name)
    for (const field of Object.values(fields)) {
      const given = node.fields.find(({ name }) => name.value === field.name)
      if (!given) {
        if (isRequiredInputField(field)) report(missingField(inner + field.name), node)
      } else if (given.value.kind === Kind.NULL && field.defaultValue !== undefined)
        report(nullNotAllowed(inner + field.name), given)
      else check(field.type, given.value, inner + field.name)
    }
  }

  const checkArguments = (
    declared: readonly GraphQLArgument[],
    node: ASTNode & { arguments?: readonly ArgumentNode[] | undefined },
  ) => {
    for (const argument of declared) {
      const given = node.arguments?.find(({ name }) => name.value === argument.name)
      if (!given) {
        if (isRequiredArgument(argument)) report(missingField(argument.name), node)
      } else if (given.value.kind === Kind.NULL && isNonNullType(argument.type) && argument.defaultValue !== undefined)
        report(nullNotAllowed(argument.name), given)
      else check(argument.type, given.value, argument.name, true)
    }
  }

  return {
    Field: (node) => checkArguments(context.getFieldDef()?.args ?? [], node),
    Directive: (node) => checkArguments(context.getDirective()?.args ?? [], node),
    VariableDefinition({ variable, type: node, defaultValue }) {
      const type = typeFromAST(context.getSchema(), node)
      if (defaultValue && isInputType(type)) check(type, defaultValue, variable.name.value, true)
    },
  }
}

/** Validation rules for HTTP and sockets. */
export const validationRules = [
  ...specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule && rule !== ProvidedRequiredArgumentsRule),
  literals,
]
