/**
 * Why the CRM's loader refuses a contact, by the code that begins its sentence (those of Salesforce's API). `isPassing`:
 * nothing is wrong with the values, so that they go out again with the next export.
 */
const refusals: Record<string, { words: string; isPassing?: true }> = {
  STRING_TOO_LONG: { words: 'A value is too long for its field in the CRM' },
  INVALID_EMAIL_ADDRESS: { words: 'The CRM does not accept this e-mail address' },
  INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST: { words: 'A value is not in the CRM’s list for its field' },
  FIELD_INTEGRITY_EXCEPTION: { words: 'A value does not fit another field, such as a state its country' },
  FIELD_CUSTOM_VALIDATION_EXCEPTION: { words: 'A rule of your CRM does not allow it' },
  FIELD_FILTER_VALIDATION_EXCEPTION: { words: 'A rule of your CRM does not allow it' },
  REQUIRED_FIELD_MISSING: { words: 'A field that the CRM requires would be empty' },
  INVALID_TYPE_ON_FIELD_IN_RECORD: { words: 'A value is of another kind than its field in the CRM' },
  NUMBER_OUTSIDE_VALID_RANGE: { words: 'A number is too large or too small for its field in the CRM' },
  DUPLICATES_DETECTED: { words: 'The CRM has another contact that looks the same' },
  DUPLICATE_VALUE: { words: 'Another record of the CRM has this value, and only one may' },
  MALFORMED_ID: { words: 'The CRM ID is not one of a contact' },
  INVALID_CROSS_REFERENCE_KEY: { words: 'The CRM finds no contact with this CRM ID' },
  ENTITY_IS_DELETED: { words: 'The contact was deleted in the CRM' },
  ENTITY_IS_LOCKED: { words: 'The contact is locked in the CRM, for example while a change awaits approval' },
  INSUFFICIENT_ACCESS_OR_READONLY: { words: 'Whoever ran the loader may not change this contact' },
  INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY: { words: 'Whoever ran the loader may not change this contact' },
  INVALID_FIELD_FOR_INSERT_UPDATE: { words: 'Whoever ran the loader may not change one of the fields' },
  CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY: { words: 'An automation of your CRM failed on this contact' },
  CANNOT_EXECUTE_FLOW_TRIGGER: { words: 'An automation of your CRM failed on this contact' },
  STORAGE_LIMIT_EXCEEDED: { words: 'The CRM had no room left', isPassing: true },
  UNABLE_TO_LOCK_ROW: { words: 'Someone changed the contact in the CRM at the same moment', isPassing: true },
  REQUEST_LIMIT_EXCEEDED: { words: 'The CRM had taken as many requests as it takes in a day', isPassing: true },
  SERVER_UNAVAILABLE: { words: 'The CRM could not be reached', isPassing: true },
}

/** Codes after which the values go out again as they are. */
export const passingCodes: readonly string[] = Object.keys(refusals).filter((code) => refusals[code]!.isPassing)

/** A refusal in words; null where its code is none that is known. */
export function refusalWords(rejection: string): { words: string; isPassing: boolean } | null {
  const code = rejection.split(':', 1)[0]!.trim()
  if (!Object.hasOwn(refusals, code)) return null
  const { words, isPassing = false } = refusals[code]!
  return { words, isPassing }
}
