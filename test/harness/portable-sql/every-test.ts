import { afterAll, afterEach, inject } from 'vitest'
import { assertPortable, setColumnTypes } from './judge-statements.ts'

setColumnTypes(inject('columnTypes'))

// Fails a test if the service sent a statement that breaks a rule.
afterEach(assertPortable)
afterAll(assertPortable)
