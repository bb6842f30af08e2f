import type { en } from './en.ts'

export const es: Readonly<Record<keyof typeof en, string>> = {
  notes: 'Notas',
  oneUser: 'Un usuario por fila.',
  oneMember: 'Un miembro por fila.',
  oneRole: 'Un rol por fila.',
  oneRequest: 'Una solicitud por fila.',
  oneNewUser: 'Un usuario nuevo por fila, con su solicitud.',
  titles: 'La primera fila, con los títulos, debe conservarse; el orden de las columnas es libre.',
  faulty: 'Las filas con errores se indican con su número y se omiten; las demás se importan.',

  required: 'userName, email, firstName, lastName, areaId y language son obligatorios.',
  areaId: 'areaId: el nombre o el id de un área.',
  language: 'language: en, es, fr, it, pt, pt-br o de.',
  invitation:
    'sendEmailInvite, validateScopes: yes o no. Sin invitación ni contraseña, la cuenta se activa con «¿Has olvidado tu contraseña?».',
  password:
    'password: al menos 12 caracteres, con una mayúscula, una minúscula, un número y un símbolo; se cambia en el primer inicio de sesión.',
  teams: 'teams: separados por punto y coma. jobTitle, manager y teams solo se guardan en el área Customers.',
  email: 'email: no se admiten direcciones que contengan yahoo, gmail o hotmail.',
  areaLanguageScopes:
    'areaId: el nombre o el id de un área. language: en, es, fr, it, pt, pt-br o de. validateScopes: yes o no.',
  who: 'userName o email identifica a la persona: basta con uno de los dos.',
  group: 'group: el nombre de un grupo. El grupo Users no admite roles.',
  permission: 'permission: Reader (lector) u Owner (propietario). Un Owner también puede añadir y quitar miembros.',
  memberAlready: 'Quien ya está en el grupo recibe el permiso de la fila.',
  tenant: 'tenant: el título de la entidad, o su id si varias tienen el mismo título; Global para todas las entidades.',
  application: 'application: su nombre o su nombre visible. role: el nombre de uno de sus roles.',
  roles:
    'roles: «aplicación: rol», varios separados por punto y coma; la aplicación, por su nombre o su nombre visible. Solo roles que se pueden solicitar.',
  passesDown:
    'isInheritable: yes o no. Con yes, todo lo que se concede en esta entidad se hereda en las entidades inferiores.',
  passesDownOrNot:
    'isInheritable: yes o no. Con yes, todo lo que se concede en esta entidad se hereda en las entidades inferiores. Vacío equivale a no.',
  rolesAdded: 'Lo que alguien ya tiene en la entidad se conserva; los roles de las filas se añaden.',
  rolesOfRowAdded: 'Lo que alguien ya tiene en la entidad se conserva; los roles de la fila se añaden.',
  approval: 'Cada solicitud espera a un aprobador; antes no se concede nada.',
  invited: 'Nadie inicia sesión antes: con la aprobación se envía la invitación, con la que se elige una contraseña.',
}
