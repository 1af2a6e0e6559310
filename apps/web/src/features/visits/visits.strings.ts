/** The specification's sentences of the screens of visits, letter by letter (§5, §8). */
export const visitSentences = {
  incomplete: { title: "Formulario Incompleto", text: "Por favor completar todos los campos." },
  notKnown: { title: "¡Ups!", text: "Cédula no autorizada, debe registrarse primero." },
  welcome: "¡Bienvenido!",
  notValid: { title: "ups", text: "Código no autorizado !!!" },
  notAuthorised: { title: "¡lo sentimos!", text: "Código no autorizado" },
  authorised: { title: "Código valido", text: "Acceso Permitido" },
} as const;

/** What stands under a field of the code request (§5). */
export const visitFieldSentences = {
  photo: "* Debes agregar la foto",
  building: "* Debes seleccionar un edificio",
  cedula: "* Debes diligenciar la cédula",
} as const;

/** What stands under the lobby's code. */
export const codeFieldSentences = {
  empty: "* El campo es obligatorio",
  short: "* El código tiene al menos 6 números",
} as const;
