/** Role tables: imported dialogues as rows of the buyer, the seller and both, for fine-tuning. */
export { type RolesCard, rolesReport } from './card.ts';
export { type PrepareRolesOptions, prepareRoles, type RolesProgress } from './prepare.ts';
export { type DialogueRecord, readDialogues } from './read.ts';
export { type RoleAction, type RoleRow, type RoleTable, readRoleTable, roleColumns } from './role-row.ts';
