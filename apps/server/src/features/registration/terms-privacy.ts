import type { Terms } from "@umbral/contract/registration/terms.contract";

/** How personal data are treated: law 1581 of 2012 and its decree 1377 of 2013. */
export const privacy: Terms["sections"][number] = {
  id: "privacidad",
  title: "10. Privacidad y datos personales",
  blocks: [
    {
      text: "Tus datos se tratan según la Ley 1581 de 2012 y el Decreto 1377 de 2013. La copropiedad es la responsable del tratamiento, porque decide quién entra y para qué; el Proveedor es el encargado, y los trata por cuenta de ella y solo para prestar el servicio.",
      points: [],
    },
    {
      text: "Los datos que se recogen son:",
      points: [
        "Los del registro: nombre, tipo y número de documento, celular, correo electrónico, edificio, torre, piso, apartamento y la calidad en la que te registras.",
        "Tu fotografía y, si la administración valida tu identidad, la de ambas caras de tu documento.",
        "Los que deja el uso: entradas y aperturas de puertas, llamadas y su resultado, alertas, visitas, y las imágenes de las cámaras de zonas comunes. Las videollamadas no se graban.",
        "Los técnicos: dispositivos en los que recibes avisos y registros de seguridad.",
      ],
    },
    {
      text: "Se usan con estas finalidades y no con otras:",
      points: [
        "Comprobar quién eres y darte o negarte acceso al edificio.",
        "Avisarte de visitas, llamadas, alertas y decisiones por el celular, por mensaje de texto, por llamada o por correo electrónico.",
        "Cuidar la seguridad de las personas y de los bienes, e investigar lo que ocurra.",
        "Atender tus solicitudes, mantener el servicio y cumplir la ley y las órdenes de las autoridades.",
      ],
    },
    {
      text: "Datos sensibles. La imagen de tu rostro y la de tu documento pueden ser datos sensibles. No estás obligado a autorizar su tratamiento; si no lo haces, no podremos completar este registro y la portería verificará tu ingreso de otra manera. Se guardan cifradas, las ve solo quien debe reconocerte o validarte, y cada consulta a ellas queda registrada. No se usan para reconocimiento facial automático. Los datos de niñas, niños y adolescentes se tratan solo con la autorización de quien los representa y atendiendo a su interés superior.",
      points: [],
    },
    {
      text: "Autorización. Al aceptar estos términos autorizas de manera previa, expresa e informada el tratamiento de tus datos, incluidas la imagen de tu rostro y la de tu documento, para las finalidades de esta sección. La autorización queda guardada como prueba, con la fecha y la versión de este texto.",
      points: [],
    },
    {
      text: "Como titular tienes derecho a:",
      points: [
        "Conocer, actualizar y rectificar tus datos.",
        "Pedir prueba de la autorización que diste.",
        "Saber qué uso se les ha dado.",
        "Revocar la autorización y pedir que se supriman, cuando no haya un deber legal o contractual de conservarlos.",
        "Acceder a ellos gratis, al menos una vez al mes.",
        "Presentar quejas ante la Superintendencia de Industria y Comercio, después de haber reclamado a la copropiedad o al Proveedor.",
      ],
    },
    {
      text: "Canal. Para ejercer tus derechos escribe o acércate a la administración de tu edificio, o responde al correo desde el que recibes los mensajes de Umbral, con tu nombre, tu número de documento y lo que pides. Las consultas se responden en 10 días hábiles, que pueden extenderse 5 más; los reclamos, en 15 días hábiles, que pueden extenderse 8 más. En ambos casos se te avisará el motivo de la demora.",
      points: [],
    },
    {
      text: "Tus datos no se venden. Se comparten solo con la administración y la portería de tu edificio, con quienes viven en el apartamento que visitas o del que haces parte, con los proveedores de mensajería que llevan los avisos (algunos fuera del país, con garantías equivalentes) y con la autoridad que los pida según la ley. Se conservan mientras tengas una cuenta y, después, por el tiempo que exija la ley o que dure la investigación de un hecho de seguridad.",
      points: [],
    },
  ],
};
