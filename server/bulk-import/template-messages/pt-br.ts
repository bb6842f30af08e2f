import type { en } from './en.ts'

export const ptBr: Readonly<Record<keyof typeof en, string>> = {
  notes: 'Notas',
  oneUser: 'Um usuário por linha.',
  oneMember: 'Um membro por linha.',
  oneRole: 'Uma função por linha.',
  oneRequest: 'Uma solicitação por linha.',
  oneNewUser: 'Um novo usuário por linha, com a solicitação dele.',
  titles: 'Mantenha a primeira linha, com os títulos; a ordem das colunas é livre.',
  faulty: 'As linhas com erros são indicadas pelo número e ignoradas; as demais são importadas.',

  required: 'userName, email, firstName, lastName, areaId e language são obrigatórios.',
  areaId: 'areaId: o nome ou o ID de uma área.',
  language: 'language: en, es, fr, it, pt, pt-br ou de.',
  invitation:
    'sendEmailInvite, validateScopes: yes ou no. Sem convite nem senha, a conta é ativada com “Esqueceu sua senha?”.',
  password:
    'password: pelo menos 12 caracteres, com uma letra maiúscula, uma minúscula, um número e um símbolo; é substituída no primeiro login.',
  teams: 'teams: separadas por ponto e vírgula. jobTitle, manager e teams só são mantidos na área Customers.',
  email: 'email: nenhum endereço que contenha yahoo, gmail ou hotmail.',
  areaLanguageScopes:
    'areaId: o nome ou o ID de uma área. language: en, es, fr, it, pt, pt-br ou de. validateScopes: yes ou no.',
  who: 'userName ou email identifica a pessoa: basta um deles.',
  group: 'group: o nome de um grupo. O grupo Users não recebe funções.',
  permission: 'permission: Reader (leitor) ou Owner (proprietário). Um Owner também pode adicionar e remover membros.',
  memberAlready: 'Quem já está no grupo recebe a permissão da linha.',
  tenant: 'tenant: o título da entidade, ou o ID se várias tiverem o mesmo título; Global para todas as entidades.',
  application: 'application: o nome ou o nome de exibição. role: o nome de uma das funções do aplicativo.',
  roles:
    'roles: “aplicativo: função”, várias separadas por ponto e vírgula; o aplicativo pelo nome ou nome de exibição. Apenas funções que podem ser solicitadas.',
  passesDown:
    'isInheritable: yes ou no. Com yes, tudo o que é atribuído nesta entidade passa para as entidades abaixo.',
  passesDownOrNot:
    'isInheritable: yes ou no. Com yes, tudo o que é atribuído nesta entidade passa para as entidades abaixo. Vazio equivale a no.',
  rolesAdded: 'O que alguém já tem na entidade é mantido; as funções das linhas são acrescentadas.',
  rolesOfRowAdded: 'O que alguém já tem na entidade é mantido; as funções da linha são acrescentadas.',
  approval: 'Cada solicitação aguarda um aprovador; nada é atribuído antes.',
  invited: 'Ninguém faz login antes: a aprovação envia o convite, com o qual a pessoa escolhe uma senha.',
}
