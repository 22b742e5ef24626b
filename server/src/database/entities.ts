import { AuditEntry } from '../staff/audit-entry.ts'
import { PasswordReset } from '../staff/password-reset.ts'
import { StaffSession } from '../staff/staff-session.ts'
import { StaffUser } from '../staff/staff-user.ts'
import { ContactImportBatch, EducationImportBatch, EmploymentImportBatch } from '../imports/import-batch.ts'

export const entities = [
  StaffUser,
  StaffSession,
  PasswordReset,
  AuditEntry,
  ContactImportBatch,
  EducationImportBatch,
  EmploymentImportBatch,
]
