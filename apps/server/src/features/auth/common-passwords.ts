import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * What people choose first, in Colombia and elsewhere: whole passwords, and words that become one with a few
 * digits or signs around them ('colombia2026', 'contraseña1!'). In lower case, without accents, with ñ as n.
 */
const whole = `
11111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 00000000
12345678 123456789 1234567890 0123456789 12345678910 123456780 987654321 9876543210 87654321 012345678
123123123 12341234 11223344 1122334455 112233445566 121212121 12121212 13131313 123321123 1234554321
12344321 123454321 11111111111 1111111111 111111111 147258369 159357258 147852369 741852963 963852741
789456123 456789123 123654789 159753456 246813579 135792468 102030405 10203040 01020304 12131415
01012000 01011990 31121999 20002000 19901990 20202020 20252025 20262026 19951995 19851985
qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 1qaz2wsx 1q2w3e4r 1q2w3e4r5t
q1w2e3r4 q1w2e3r4t5 zaq12wsx qazwsxedc qazwsx123 asdfghjk asdfghjkl asdfasdf zxcvbnm1 zxcvbnm123
a1b2c3d4 a123456789 a12345678 a1234567 abc12345 abcd1234 abcdef12 abc123456 abcdefgh abcdefghi aa123456
aa12345678 1a2b3c4d 123qweasd 123qwe123 qwe123456 qweasdzxc asd123456 zxc123456 pass1234 passw0rd p4ssw0rd
p@ssw0rd p@ssword pa$$word letmein1 trustno1 iloveyou princess sunshine football baseball superman batman123
starwars whatever computer internet corvette michelle jennifer jordan23 liverpool chelsea1 passport
`;

const words = `
password contrasena contrasenna clave claves miclave laclave clavesecreta secreto secreta acceso admin
administrador administrator usuario user root invitado prueba pruebas test tester demo ejemplo cambiar
cambiame changeme welcome bienvenido bienvenida bienvenidos hola holamundo login entrar puerta porteria portero
edificio conjunto torre apartamento umbral casa micasa hogar familia mifamilia vecino residente residencia
colombia bogota medellin cali barranquilla cartagena bucaramanga pereira manizales cucuta ibague pasto neiva
villavicencio santamarta armenia antioquia valledupar monteria popayan tunja colombiano colombiana paisa rolo
nacional millonarios america junior santafe deportivocali verdolaga realmadrid barcelona madrid atletico
amor miamor teamo tequiero mivida corazon princesa reina preciosa hermosa bonita linda chiquita gordita bebe
mama papa mamita papito hijo hija abuela dios diosesamor diosmio jesus jesucristo cristo jesusteamo maria
virgen angel angeles bendicion fe esperanza amistad amigos amigas felicidad feliz paz libertad
carlos andres juan jose luis jorge miguel david daniel diego felipe sebastian santiago camilo alejandro
fernando ricardo sergio oscar pablo pedro mateo nicolas samuel andrea carolina camila daniela laura valentina
paula sofia isabella mariana natalia diana sandra claudia gloria patricia alejandra gabriela juliana tatiana
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles
jueves viernes sabado domingo verano invierno navidad
futbol messi ronaldo cristiano shakira jbalvin karolg pokemon naruto goku superman spiderman batman minecraft
fortnite roblox dragon monkey shadow master hunter killer ninja pirata estrella luna sol cielo mar lobo tigre
leon gato perro perrito gatito mascota chocolate cafe arepa aguacate sandia
google facebook instagram whatsapp youtube gmail hotmail outlook yahoo iphone samsung android windows
qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx abc abcd abcdef abcdefg abcdefgh iloveyou loveyou
letmein access hello sunshine princess football summer winter spring autumn monday friday
`;

/** Characters of a password at least (decisions §3). */
export const LENGTH_AT_LEAST = 8;

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * The commonest of those that were stolen elsewhere and made known, as a library for the strength of passwords keeps them; in
 * lower case too. Those that are too short for anybody here are not asked about.
 */
export const stolenPasswords: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= LENGTH_AT_LEAST),
);

/** Read in lower case and without accents. */
export const commonPasswords = listed(whole);
export const commonWords = listed(words);
