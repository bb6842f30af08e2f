import type { en } from './en.ts'

export const pt: Readonly<Record<keyof typeof en, string>> = {
  notes: 'Notas',
  oneUser: 'Um utilizador por linha.',
  oneMember: 'Um membro por linha.',
  oneRole: 'Uma função por linha.',
  oneRequest: 'Um pedido por linha.',
  oneNewUser: 'Um novo utilizador por linha, com o seu pedido.',
  titles: 'A primeira linha, com os títulos, deve manter-se; a ordem das colunas é livre.',
  faulty: 'As linhas com erros são indicadas pelo número e ignoradas; as restantes são importadas.',

  required: 'userName, email, firstName, lastName, areaId e language são obrigatórios.',
  areaId: 'areaId: o nome ou o ID de uma área.',
  language: 'language: en, es, fr, it, pt, pt-br ou de.',
  invitation:
    'sendEmailInvite, validateScopes: yes ou no. Sem convite nem palavra-passe, a conta é ativada com «Esqueceu-se da palavra-passe?».',
  password:
    'password: pelo menos 12 caracteres, com uma maiúscula, uma minúscula, um número e um símbolo; é substituída no primeiro início de sessão.',
  teams: 'teams: separadas por ponto e vírgula. jobTitle, manager e teams só são guardados na área Customers.',
  email: 'email: nenhum endereço que contenha yahoo, gmail ou hotmail.',
  areaLanguageScopes:
    'areaId: o nome ou o ID de uma área. language: en, es, fr, it, pt, pt-br ou de. validateScopes: yes ou no.',
  who: 'userName ou email identifica a pessoa: basta um deles.',
  group: 'group: o nome de um grupo. O grupo Users não recebe funções.',
  permission: 'permission: Reader (leitor) ou Owner (proprietário). Um Owner também pode adicionar e remover membros.',
  memberAlready: 'Quem já está no grupo recebe a permissão da linha.',
  tenant: 'tenant: o título da entidade, ou o seu ID se várias tiverem o mesmo título; Global para todas as entidades.',
  application: 'application: o seu nome ou nome de apresentação. role: o nome de uma das suas funções.',
  roles:
    'roles: «aplicação: função», várias separadas por ponto e vírgula; a aplicação pelo nome ou nome de apresentação. Apenas funções que podem ser pedidas.',
  passesDown:
    'isInheritable: yes ou no. Com yes, tudo o que é atribuído nesta entidade passa para as entidades abaixo.',
  passesDownOrNot:
    'isInheritable: yes ou no. Com yes, tudo o que é atribuído nesta entidade passa para as entidades abaixo. Vazio equivale a no.',
  rolesAdded: 'O que alguém já tem na entidade mantém-se; as funções das linhas são acrescentadas.',
  rolesOfRowAdded: 'O que alguém já tem na entidade mantém-se; as funções da linha são acrescentadas.',
  approval: 'Cada pedido aguarda um aprovador; antes disso, nada é atribuído.',
  invited: 'Ninguém inicia sessão antes: com a aprovação é enviado o convite, com o qual se escolhe uma palavra-passe.',
}
